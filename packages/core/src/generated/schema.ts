// Generated from openapi/ by `npm run gen`. Do not edit.
export interface paths {
    "/api/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description The same response and timing for an unknown e-mail, a wrong password and an account that is not an admin's.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes the token of this request. What else the admin is signed in with goes on.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a one-time code by e-mail
         * @description Responds alike whether or not the e-mail belongs to an admin.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/verify-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Trade the one-time code for a reset token */
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/get-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in admin's profile, and what this server offers */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/update-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the signed-in admin's profile or password */
        post: operations["updateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/confirm-identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove again who is signed in
         * @description With the password, or a code where two-factor authentication is on. Operations that require a recently confirmed identity accept it for ten minutes; signing in confirms it too.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether two-factor authentication is on */
        get: operations["getTwoFactor"];
        put?: never;
        /**
         * Make a new secret for an authenticator app
         * @description The secret counts from `confirmTwoFactor` on, and is dropped after ten minutes. Requires a recently confirmed identity.
         */
        post: operations["startTwoFactor"];
        /**
         * Turn two-factor authentication off
         * @description Requires a recently confirmed identity.
         */
        delete: operations["disableTwoFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/two-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn two-factor authentication on with the first code of the authenticator app
         * @description Requires a recently confirmed identity.
         */
        post: operations["confirmTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/two-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes
         * @description Requires a recently confirmed identity.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/two-factor/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish signing in with a code
         * @description A challenge of `login` is valid for five minutes and five tries.
         */
        post: operations["verifyTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the admin is signed in, the last used first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere else */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The admin’s API tokens, the newest first */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token for a machine
         * @description Requires a recently confirmed identity.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Requires a recently confirmed identity.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The app's users
         * @description Without query parameters, all users in one response. The parameters are the extension `paging`: with any of them
         *     the response holds what matches, and `total` and `summary` too. `page` or `page_size` asks for one page of that,
         *     by the default of whichever is left out; without both, all that matches is one page.
         *
         *     A searched or filtered list has pages for its first 10,000 users. Where more match, `total` is 10000 and
         *     `total_is_minimum` is true, and a page after those is refused with 400. The form without `page` and `page_size`
         *     has no such bound.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deleting oneself, or the last admin who can sign in, is refused with 409. The token of a machine deletes no admin with a
         *     password: 403.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All categories */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/category": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a category, or edit the one whose id is sent */
        post: operations["saveCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/category/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a category
         * @description A category that still has positions is refused with 409.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subcategories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All positions */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subcategory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a position, or edit the one whose id is sent */
        post: operations["savePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subcategory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a position */
        delete: operations["deletePosition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subscription-products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All subscription products */
        get: operations["listProducts"];
        put?: never;
        /** Add a subscription product */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subscription-products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Edit a subscription product */
        put: operations["updateProduct"];
        post?: never;
        /** Delete a subscription product */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deleted records that can be restored, the last deleted first
         * @description The token of a machine without the scope `read` gets the records that it may delete.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Purge all items of the trash
         * @description At most 1,000 in one call: `left` says how many there still are, and the call is repeated until it is 0. The token
         *     of a machine purges the records that it may delete, and leaves admins with a password uncounted in the trash.
         */
        delete: operations["emptyTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore deleted records under their old ids
         * @description Restores a batch or the named items, whichever is sent, categories before positions. What is restored already counts
         *     as done, so that the call can be repeated. One call restores at most 1,000 records: while `left` is more than 0, call
         *     again. The last response names all conflicts.
         *
         *     The sessions and tokens of a restored admin stay ended. An admin with a password is restored by a session in which
         *     password or code were given within ten minutes; otherwise the item stays, with the field `password` in conflict. The
         *     token of a machine restores the records that it may delete, no such admin, and leaves the others in the trash.
         */
        post: operations["restoreTrash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Purge one item of the trash
         * @description The token of a machine purges no admin with a password: 403.
         */
        delete: operations["purgeTrashItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log, the newest event first */
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A kind of record.
         * @enum {string}
         */
        Entity: "user" | "category" | "position" | "product";
        /** @description Held to its form loosely; whether it exists only a mail to it can tell. */
        Email: string;
        SignInInput: {
            email: components["schemas"]["Email"];
            password: string;
        };
        /** @description The HTTP status once more. 200 (or 201) is success. */
        Code: number;
        /** @description One sentence for people. */
        Message: string;
        SessionToken: {
            token: string;
        };
        Challenge: {
            /** @description For `verifyTwoFactor`, with the code. */
            challenge: string;
        };
        /** @description Any response that is not a success. */
        Failure: {
            code: components["schemas"]["Code"];
            message: components["schemas"]["Message"];
            data?: null;
            /** @description What is wrong with which field of the request, by the field's name. */
            errors?: {
                [key: string]: string;
            };
            /**
             * @description What to do about a 403, for programs.
             * @enum {string}
             */
            reason?: "confirm_identity" | "missing_scope";
            /** @description Names this request in the server's log. */
            request_id?: string;
        };
        /** @description Success with nothing to hand over. */
        Done: {
            code: components["schemas"]["Code"];
            message: components["schemas"]["Message"];
            data?: unknown;
        };
        ForgotPasswordInput: {
            email: components["schemas"]["Email"];
        };
        VerifyOtpInput: {
            email: components["schemas"]["Email"];
            /** @description The six digits of the e-mail. */
            otp: string;
        };
        ResetPasswordInput: {
            newPassword: string;
        };
        /** @description Name of an optional part of this contract. */
        Extension: string;
        Settings: {
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description The optional parts of this contract that this server speaks. */
            extensions?: components["schemas"]["Extension"][];
        };
        ProfileInput: {
            email: components["schemas"]["Email"];
            first_name: string;
            last_name: string;
            /** @description A new password. Left out or empty, the old one stays. */
            password?: string;
        };
        /** @description One of both. */
        IdentityProof: {
            password?: string;
            /** @description Six digits of the app, or a recovery code. */
            code?: string;
        };
        TwoFactor: {
            enabled: boolean;
            /** Format: date-time */
            enabled_at?: string | null;
            recovery_codes_left: number;
        };
        TwoFactorSecret: {
            /** @description The secret in Base32 (RFC 4648), to type into an app that cannot scan. */
            secret: string;
            /** @description The same as an `otpauth://` address, to be shown as a QR code. */
            uri: string;
        };
        OneTimeCode: {
            /** @description The six digits that the app shows (RFC 6238). */
            code: string;
        };
        RecoveryCodes: {
            /** @description Each is good for one sign-in without the app. */
            recovery_codes: string[];
        };
        TwoFactorAnswer: {
            /** @description What `login` returned. */
            challenge: string;
            /** @description Six digits of the app, or a recovery code. */
            code: string;
        };
        Session: {
            id: string;
            /** @description Browser and system, such as “Firefox on Linux”, as far as the client says. */
            device: string | null;
            /** @description The address it was begun from. */
            ip: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** @description Whether this request is of this session. */
            current: boolean;
        };
        EndedSessions: {
            /** @description How many sessions have ended. */
            ended: number;
        };
        /** @description Identifies a record. This server's are integers; another server's may be strings such as UUIDs. */
        Id: number | string;
        /**
         * @description `read`: every GET. `catalogue`: categories, positions and products. `users`: to list and delete users.
         * @enum {string}
         */
        Scope: "read" | "catalogue" | "users";
        Token: {
            id: components["schemas"]["Id"];
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** @description Its last four characters. */
            hint?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        TokenInput: {
            /** @description Stands in the audit log beside what is done with the token. */
            name: string;
            scopes: components["schemas"]["Scope"][];
            expires_in_days: number;
        };
        NewToken: {
            /** @description What a machine sends. It begins with `rpt_`, so that scanners for leaked secrets find it. */
            secret: string;
            token: components["schemas"]["Token"];
        };
        /** @enum {string} */
        UserSort: "id" | "-id" | "name" | "-name" | "email" | "-email" | "joined_date" | "-joined_date" | "age" | "-age" | "gender" | "-gender" | "status" | "-status" | "role" | "-role";
        User: {
            id: components["schemas"]["Id"];
            first_name?: string | null;
            last_name?: string | null;
            email?: string | null;
            /** @description URL of the picture. */
            profile_image?: string | null;
            /** @description When the record was made (RFC 3339). */
            created_at?: string | null;
            /** @description When the user joined (RFC 3339). A plain date means that calendar day. */
            joined_date?: string | null;
            /** @description Years. */
            age?: number | null;
            gender?: string | null;
            /** @description active or another value. */
            status?: string | null;
            /** @description admin (the Pro plan) or user (the Basic plan). */
            role?: string | null;
            profile_completed?: boolean | null;
        };
        /** @description Counts over all users, whatever the query. */
        UserSummary: {
            total: number;
            /** @description Users whose status is active. */
            active: number;
            /** @description Users whose role is admin. */
            pro: number;
            /** @description Users whose role is user. */
            basic: number;
            /** @description Users with neither role. */
            none: number;
        };
        ValueCount: {
            value: string;
            users: number;
        };
        JoinedCount: {
            total: number;
            /** @description Those whose role is admin. */
            pro: number;
            /** @description Those whose role is user. */
            basic: number;
        };
        UserList: {
            users: components["schemas"]["User"][];
            /** @description How many users match, on all pages. */
            total?: number;
            /** @description True where more users match than `total` tells; left out where it is exact. */
            total_is_minimum?: boolean;
            summary?: components["schemas"]["UserSummary"];
            /** @description How many of all users have each status, whatever the query, in the order of the texts. */
            statuses?: components["schemas"]["ValueCount"][];
            /** @description How many of all users have each role, whatever the query, in the order of the texts. */
            roles?: components["schemas"]["ValueCount"][];
            /** @description How many of all users joined between each two neighbours of `joined_bounds`, the first of them inclusive and the second exclusive; left out without `joined_bounds`. */
            joined?: components["schemas"]["JoinedCount"][];
        };
        /** @description A UUID that a client makes for what it deletes together. */
        Batch: string;
        /** @description Counts the saves of a record. */
        Version: number;
        Category: {
            id: components["schemas"]["Id"];
            category_name: string;
            slug?: string | null;
            /** @description URL of the image. */
            category_image?: string | null;
            version?: components["schemas"]["Version"];
        };
        CategoryInput: {
            /** @description Only when editing. */
            id?: components["schemas"]["Id"];
            category_name: string;
            /**
             * Format: binary
             * @description A png, jpeg or svg image. Needed when adding; left out when editing, the old one stays.
             */
            category_image?: Blob;
        };
        Position: {
            id: components["schemas"]["Id"];
            category_id: components["schemas"]["Id"];
            category?: {
                category_name: string;
            } | null;
            subcategory_name: string;
            benefits?: string | null;
            tips?: string | null;
            challenges?: string | null;
            safety_tips?: string | null;
            /** @description URL of the image. */
            sub_cat_image?: string | null;
            version?: components["schemas"]["Version"];
        };
        Text: string;
        PositionInput: {
            /** @description Only when editing. */
            id?: components["schemas"]["Id"];
            category_id: components["schemas"]["Id"];
            subcategory_name: string;
            benefits?: components["schemas"]["Text"];
            tips?: components["schemas"]["Text"];
            challenges?: components["schemas"]["Text"];
            safety_tips?: components["schemas"]["Text"];
            /**
             * Format: binary
             * @description A png or jpeg image. Needed when adding; left out when editing, the old one stays.
             */
            sub_cat_image?: Blob;
        };
        Product: {
            id: components["schemas"]["Id"];
            /** @description The store's product identifier. */
            product_id: string;
            name: string;
            /** @description A decimal amount in the product's currency, as a number or as decimal text. */
            price: number | string;
            currency?: string | null;
            billing_cycle?: string | null;
            trial_period_days?: number | null;
            version?: components["schemas"]["Version"];
        };
        /**
         * @default EUR
         * @enum {string}
         */
        Currency: "EUR" | "USD" | "GBP";
        /**
         * @default monthly
         * @enum {string}
         */
        BillingCycle: "monthly" | "yearly" | "weekly";
        ProductInput: {
            /** @description The store's product identifier. */
            product_id: string;
            name: string;
            /** @description A decimal amount with at most two decimal places. */
            price: number;
            currency?: components["schemas"]["Currency"];
            billing_cycle?: components["schemas"]["BillingCycle"];
            /** @default 0 */
            trial_period_days?: number;
        };
        ProductUpdateInput: {
            /** @description The store's product identifier. */
            product_id: string;
            name: string;
            /** @description A decimal amount with at most two decimal places. */
            price: number;
            currency?: components["schemas"]["Currency"];
            billing_cycle?: components["schemas"]["BillingCycle"];
            /** @default 0 */
            trial_period_days?: number;
            id?: components["schemas"]["Id"];
        };
        TrashItem: {
            id: components["schemas"]["Id"];
            entity: components["schemas"]["Entity"];
            record_id: components["schemas"]["Id"];
            /** @description What the record is called: a name, or the e-mail address of a user without one. */
            name: string;
            /** @description What it was deleted together with. */
            batch: string | null;
            /** Format: date-time */
            deleted_at: string;
            /** @description The id of the admin who deleted it. */
            deleted_by: components["schemas"]["Id"];
            /** @description The name or e-mail address of that admin, while there is one. */
            deleted_by_name: string | null;
            /**
             * Format: date-time
             * @description When it is purged, unless it is restored before.
             */
            purge_at: string;
        };
        TrashPage: {
            items: components["schemas"]["TrashItem"][];
            /** @description How many items match, on all pages. */
            total: number;
        };
        Purged: {
            purged: number;
            left: number;
        };
        /** @description Either a batch or ids. */
        RestoreInput: {
            batch?: components["schemas"]["Batch"];
            /** @description Ids of items in the trash. */
            ids?: components["schemas"]["Id"][];
            /** @description What a record is to be called where its own name is taken, by the id of its item: another name for a category or position, another e-mail address for a user, another store identifier for a product. The token of a machine gives no e-mail addresses. */
            names?: {
                [key: string]: string;
            };
        };
        /** @description An item that stays in the trash, since it cannot be restored as it is. */
        RestoreConflict: {
            id: components["schemas"]["Id"];
            entity: components["schemas"]["Entity"];
            name: string;
            /** @description The field of the record that is in the way, such as category_name. */
            field: string;
            message: components["schemas"]["Message"];
        };
        Restored: {
            /** @description How many records this call has restored. */
            restored: number;
            /** @description How many this call did not come to. */
            left: number;
            conflicts: components["schemas"]["RestoreConflict"][];
        };
        /** @description A field that was changed. Values are left out for users. */
        FieldChange: {
            field: string;
            /** @description The value before; an image as its path. */
            before?: unknown;
            /** @description The value since. */
            after?: unknown;
        };
        HistoryEvent: {
            id: components["schemas"]["Id"];
            /** Format: date-time */
            at: string;
            /** @description What happened, such as `category.updated`. */
            event: string;
            /**
             * @description `anyone` was not signed in; `operator` ran a command.
             * @enum {string}
             */
            actor: "admin" | "anyone" | "operator" | "server";
            /** @description The id of the admin. */
            actor_id: number | string | null;
            /** @description The name or e-mail address of the admin, while there is one. */
            actor_name: string | null;
            /** @description The kind of the record it was done to: user, category, position or product. */
            entity: string | null;
            record_id: number | string | null;
            ip: string | null;
            detail: string | null;
            changes: components["schemas"]["FieldChange"][] | null;
        };
        HistoryPage: {
            events: components["schemas"]["HistoryEvent"][];
            /** @description The cursor of the next page; null on the last one. */
            next: number | null;
        };
    };
    responses: {
        /** @description The request is not of this contract (malformed JSON, an unknown or missing field, a wrong type). */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No valid token, or wrong credentials. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than this call accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is of a type that this call does not accept. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many tries; wait for `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server failed. The text is fixed; `request_id` finds the cause in its log. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server is busy, starting or stopping; wait for `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server has no room left to write; reading goes on. */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Done. */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Done"];
            };
        };
        /** @description The token is valid, but not for this. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description This server does not offer the call yet. */
        NotImplemented: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Well-formed, but a value breaks a rule; `errors` names the field. */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The state of the records forbids it (a name that is taken, the last admin, a category in use). */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no such record. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The record has another version than `If-Match` names. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The product is saved. A server may leave out `data`; the list has it as it is now. */
        Saved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    code: components["schemas"]["Code"];
                    message: components["schemas"]["Message"];
                    data?: components["schemas"]["Product"];
                };
            };
        };
    };
    parameters: {
        /** @description The record's id. */
        PathId: string;
        /** @description The same for all that is deleted together, so that one call restores it. */
        Batch: components["schemas"]["Batch"];
        /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Seconds to wait before another try (RFC 9110, section 10.2.3). */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInInput"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["SessionToken"];
                    };
                };
            };
            /** @description The password is right, and the account has two-factor authentication. Only with the extension `two-factor`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Challenge"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordInput"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOtpInput"];
            };
        };
        responses: {
            /** @description The code was right. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: {
                            reset_token: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordInput"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Settings"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileInput"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of two-factor authentication. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["TwoFactor"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, which is shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["TwoFactorSecret"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    disableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    confirmTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OneTimeCode"];
            };
        };
        responses: {
            /** @description Two-factor authentication is on; the recovery codes are shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes, which are shown this once; the old ones are worthless. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    verifyTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TwoFactorAnswer"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["SessionToken"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Session"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All other sessions have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["EndedSessions"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Token"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenInput"];
            };
        };
        responses: {
            /** @description The token, which is shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["NewToken"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The page, counted from 1. */
                page?: number;
                /** @description Users on a page. */
                page_size?: number;
                /** @description Only the user of this id. */
                id?: string;
                /** @description Part of the name, the e-mail address or the id, in any letter case. */
                search?: string;
                /** @description The first instant of joining, inclusive (RFC 3339). */
                joined_from?: string;
                /** @description The last instant of joining, inclusive (RFC 3339). */
                joined_to?: string;
                /** @description Only users of this status. */
                status?: string;
                /** @description Only users of this role. */
                role?: string;
                /** @description Asks for `joined`: instants in ascending order, in seconds since 1970, such as the starts of the days of a chart and the end of the last. Any other order is refused. */
                joined_bounds?: number[];
                /** @description The field to sort by, descending with a minus before it. Users without a value come last either way; equal ones are ordered by id. */
                sort?: components["schemas"]["UserSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["UserList"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description The same for all that is deleted together, so that one call restores it. */
                batch?: components["parameters"]["Batch"];
                /** @description Deletes the user for good, in the trash too. The audit log keeps that it was done and the id, and nothing else of the person. */
                erase?: boolean;
            };
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Category"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description The category as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Category"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deleteCategory: {
        parameters: {
            query?: {
                /** @description The same for all that is deleted together, so that one call restores it. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listPositions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Position"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    savePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PositionInput"];
            };
        };
        responses: {
            /** @description The position as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Position"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deletePosition: {
        parameters: {
            query?: {
                /** @description The same for all that is deleted together, so that one call restores it. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Product"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductInput"];
            };
        };
        responses: {
            200: components["responses"]["Saved"];
            201: components["responses"]["Saved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["Saved"];
            201: components["responses"]["Saved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: {
                /** @description The same for all that is deleted together, so that one call restores it. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. When the record has another one, the response is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description The page, counted from 1. */
                page?: number;
                /** @description Items on a page. */
                page_size?: number;
                /** @description Part of the name, the e-mail address or the store's product identifier, in any letter case. */
                search?: string;
                /** @description Only records of this kind. */
                entity?: components["schemas"]["Entity"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the trash. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["TrashPage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    emptyTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was purged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Purged"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    restoreTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreInput"];
            };
        };
        responses: {
            /** @description What was restored, and what was not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Restored"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    purgeTrashItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listHistory: {
        parameters: {
            query?: {
                /** @description Most events of a response. */
                limit?: number;
                /** @description `next` of the response before: what comes after its events. */
                cursor?: number;
                /** @description Only events about records of this kind. */
                entity?: components["schemas"]["Entity"];
                /** @description Only events about the record with this id. */
                record_id?: string;
                /** @description Only what the admin with this id has done. */
                actor?: string;
                /** @description Only events of this name, such as `user.deleted`. */
                event?: string;
                /** @description The first instant, inclusive (RFC 3339). */
                from?: string;
                /** @description The last instant, inclusive (RFC 3339). */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["HistoryPage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
