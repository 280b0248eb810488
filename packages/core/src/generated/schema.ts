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
         * @description Response and timing are the same for an unknown email address, a wrong password and an account that is not an
         *     admin's. The right password of a suspended admin gets a 401 that says so.
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
         * @description Revokes the token of this request. The admin's other sessions stay signed in.
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
         * Request a one-time code by email
         * @description The response is the same whether or not the address belongs to an admin.
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
        /** Exchange the one-time code for a reset token */
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
        /** The signed-in admin's profile, and the extensions of this server */
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
         * Confirm your identity
         * @description With the password, a code if two-factor authentication is on, or a passkey. An identity confirmed within the last ten minutes is recent; signing in confirms it too.
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
         * Create a secret for an authenticator app
         * @description The secret takes effect with `confirmTwoFactor` and expires after ten minutes. Requires a recently confirmed identity.
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
         * @description A challenge of `login` is valid for five minutes and five attempts.
         */
        post: operations["verifyTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The passkeys of the admin, the newest first */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description With what a device has made of the options of `startPasskey`. Requires a recently confirmed identity.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Options for a device that makes a passkey
         * @description Valid for five minutes, in the same session, for one `addPasskey`. Requires a recently confirmed identity.
         */
        get: operations["startPasskey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/passkeys/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Options for signing in with a passkey
         * @description Valid for five minutes, for one sign-in. They are the same for everyone and name no account.
         */
        get: operations["startPasskeySignIn"];
        put?: never;
        /**
         * Sign in with a passkey
         * @description Needs neither password nor code, since the device has verified the admin.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/passkeys/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Options for confirming the identity with a passkey
         * @description Valid for five minutes, in the same session, for one `confirmIdentity`.
         */
        get: operations["startPasskeyConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/passkeys/{id}": {
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
         * Remove a passkey
         * @description Requires a recently confirmed identity. An account without a password keeps two passkeys.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/password": {
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
         * Turn off signing in with a password
         * @description Requires a recently confirmed identity, two passkeys, two-factor authentication and a recovery code. Ends the other sessions. A new password turns it on again.
         */
        delete: operations["disablePassword"];
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
        /** Where the admin is signed in, most recently used first */
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
        /** The admin's API tokens, newest first */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token
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
         * Revoke an API token
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
         * @description Without query parameters, all users in one response. The parameters belong to the extension `paging`: with any of
         *     them the response has the matching users, `total` and `summary`. `page` or `page_size` requests one page, using
         *     the default of the other if it is omitted; without both, all matches are one page.
         *
         *     A searched or filtered list is paged up to 10,000 users. If more match, `total` is 10000,
         *     `total_is_minimum` is true, and a page beyond them is refused with 400. Without `page` and `page_size` there is
         *     no such limit.
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
         * @description Deleting yourself, or the last admin who can sign in, is refused with 409. An API token cannot delete an admin with
         *     a password (403).
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that this system holds about a person
         * @description The record, trashed copies, sessions, tokens and waiting mail without secrets, the history of and by the person,
         *     and what the erasure ledger holds (GDPR, Articles 15 and 20). The history records the download.
         *
         *     The file of an account that signs in to the console requires a recently confirmed identity (403 with
         *     `confirm_identity`), and no API token can read it, nor without the scope `users` that of a deleted user (404).
         */
        get: operations["getPersonFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend or reactivate users
         * @description Suspending an admin ends their sessions, API tokens and passkeys. Reactivating puts back the status that each user had
         *     before. A user who already is what is asked for counts as done.
         *
         *     Users are refused one by one: yourself and the last admin who can sign in (409), an admin with a password for an
         *     API token (403), and unknown ids (404). With a single id that refusal is the response; otherwise it is in the
         *     user's result, and the others are done.
         */
        post: operations["setUserStatus"];
        delete?: never;
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
        /** Add a category, or edit the one with the given id */
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
         * @description Deleting a category that still has positions is refused with 409.
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
        /** Add a position, or edit the one with the given id */
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
         * Deleted records that can be restored, most recently deleted first
         * @description An API token sees only records that its scopes let it delete.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Purge all items of the trash
         * @description Purges at most 1,000 items per call: `left` is the number remaining; repeat the call until it is 0. An API token
         *     purges only records that its scopes let it delete. It leaves admins with a password in the trash, uncounted.
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
         * @description Restores a batch or the listed items, categories before positions. An item that is already restored counts as
         *     done, so the call can be repeated. One call restores at most 1,000 records; repeat it while `left` is more than 0.
         *     The last response lists all conflicts.
         *
         *     The sessions and tokens of a restored admin stay revoked. Restoring an admin with a password requires a session
         *     whose identity was confirmed within ten minutes; otherwise the item is a conflict in the field `password`.
         *
         *     An API token restores only records that its scopes let it delete. It cannot restore an admin with a password;
         *     such items stay in the trash.
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
         * @description An API token cannot purge an admin with a password (403).
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
        /** The audit log, newest event first */
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
        /** @description Checked loosely; only sending mail shows whether the address exists. */
        Email: string;
        SignInInput: {
            email: components["schemas"]["Email"];
            password: string;
        };
        /** @description The HTTP status, repeated. 200 (or 201) is success. */
        Code: number;
        /** @description One sentence for people. */
        Message: string;
        SessionToken: {
            token: string;
        };
        Challenge: {
            /** @description To send to `verifyTwoFactor` with the code. */
            challenge: string;
        };
        /** @description Any response that is not a success. */
        Failure: {
            code: components["schemas"]["Code"];
            message: components["schemas"]["Message"];
            data?: null;
            /** @description What is wrong with each invalid field of the request, by field name. */
            errors?: {
                [key: string]: string;
            };
            /**
             * @description For programs: what a 403 requires.
             * @enum {string}
             */
            reason?: "confirm_identity" | "missing_scope";
            /** @description Identifies this request in the server's log. */
            request_id?: string;
        };
        /** @description Success without data. */
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
            /** @description The six digits from the email. */
            otp: string;
        };
        ResetPasswordInput: {
            newPassword: string;
        };
        /** @description Name of an optional part of this contract. */
        Extension: string;
        /**
         * @description `read`: every GET. `catalogue`: categories, positions and products. `users`: listing and deleting users.
         * @enum {string}
         */
        Scope: "read" | "catalogue" | "users";
        Settings: {
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            /** @description The optional parts of this contract that this server supports. */
            extensions?: components["schemas"]["Extension"][];
            /** @description The app stores that the products are sold in. Without it, only the App Store. */
            stores?: ("app-store" | "google-play")[];
            /** @description Whether erasing and purging need a reason; omitted if they do not. */
            requires_reason?: boolean;
            /** @description What the API token of the request allows. Missing for the token of `login`, which allows everything. */
            scopes?: components["schemas"]["Scope"][];
            /** @description The version of the server's program. */
            server_version?: string;
            /** @description The version of this contract that the server implements. */
            contract_version?: string;
        };
        ProfileInput: {
            email: components["schemas"]["Email"];
            first_name: string;
            last_name: string;
            /** @description A new password. If omitted or empty, the password does not change. */
            password?: string;
        };
        Base64url: string;
        /** @description What a device responds to `navigator.credentials.get`. */
        PasskeyAssertion: {
            id: components["schemas"]["Base64url"];
            clientDataJSON: components["schemas"]["Base64url"];
            authenticatorData: components["schemas"]["Base64url"];
            signature: components["schemas"]["Base64url"];
            userHandle?: components["schemas"]["Base64url"];
        };
        /** @description The password, a code or a passkey. */
        IdentityProof: {
            password?: string;
            /** @description Six digits from the app, or a recovery code. */
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        TwoFactor: {
            enabled: boolean;
            /** Format: date-time */
            enabled_at?: string | null;
            recovery_codes_left: number;
        };
        TwoFactorSecret: {
            /** @description The secret in Base32 (RFC 4648), to type where an app cannot scan. */
            secret: string;
            /** @description The secret as an `otpauth://` URI, for a QR code. */
            uri: string;
        };
        OneTimeCode: {
            /** @description The six digits that the app shows (RFC 6238). */
            code: string;
        };
        RecoveryCodes: {
            /** @description Each is valid for one sign-in without the app. */
            recovery_codes: string[];
        };
        TwoFactorAnswer: {
            /** @description What `login` returned. */
            challenge: string;
            /** @description Six digits from the app, or a recovery code. */
            code: string;
        };
        /** @description Identifies a record. This server's are integers; another server's may be strings such as UUIDs. */
        Id: number | string;
        Passkey: {
            id: components["schemas"]["Id"];
            /** @description Browser and system that added it, such as “Chrome on macOS”. */
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        Passkeys: {
            passkeys: components["schemas"]["Passkey"][];
            /** @description Whether a password signs in too. */
            has_password: boolean;
        };
        /** @description What a device responds to `navigator.credentials.create`. */
        PasskeyAttestation: {
            id: components["schemas"]["Base64url"];
            clientDataJSON: components["schemas"]["Base64url"];
            attestationObject: components["schemas"]["Base64url"];
        };
        PasskeyDescriptor: {
            id: string;
            /** @enum {string} */
            type: "public-key";
        };
        PasskeyCreation: {
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            challenge: string;
            pubKeyCredParams: {
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            /** @description Milliseconds. */
            timeout: number;
            excludeCredentials: components["schemas"]["PasskeyDescriptor"][];
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "required";
                /** @enum {string} */
                userVerification: "required";
            };
            /** @enum {string} */
            attestation: "none";
        };
        PasskeyRequest: {
            challenge: string;
            rpId: string;
            /** @description Milliseconds. */
            timeout: number;
            /** @enum {string} */
            userVerification: "required";
            allowCredentials?: components["schemas"]["PasskeyDescriptor"][];
        };
        Session: {
            id: string;
            /** @description Browser and system, such as “Firefox on Linux”, as reported by the client. */
            device: string | null;
            /** @description The IP address of the sign-in. */
            ip: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** @description Whether this is the session of the request. */
            current: boolean;
        };
        EndedSessions: {
            /** @description How many sessions have ended. */
            ended: number;
        };
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
            /** @description Shown in the audit log with every action of the token. */
            name: string;
            scopes: components["schemas"]["Scope"][];
            expires_in_days: number;
        };
        NewToken: {
            /** @description The bearer token. It begins with `rpt_`, so that secret scanners find it. */
            secret: string;
            token: components["schemas"]["Token"];
        };
        UserValues: string[];
        /** @enum {string} */
        UserSort: "id" | "-id" | "name" | "-name" | "email" | "-email" | "joined_date" | "-joined_date" | "age" | "-age" | "gender" | "-gender" | "status" | "-status" | "role" | "-role";
        User: {
            id: components["schemas"]["Id"];
            first_name?: string | null;
            last_name?: string | null;
            email?: string | null;
            /** @description URL of the picture. */
            profile_image?: string | null;
            /** @description When the record was created (RFC 3339). */
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
            /** @description Who suspended the user, when and why; omitted unless this API did. */
            suspension?: {
                /** Format: date-time */
                at: string;
                /** @description The id of the admin. */
                by: components["schemas"]["Id"];
                reason: string | null;
            } | null;
        };
        /** @description Counts of all users, regardless of the query. */
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
            /** @description Users whose profile is not known to be completed. */
            not_completed?: number;
            /** @description Users under 16 or without an age. */
            under_16_or_not_set?: number;
        };
        ValueCount: {
            value: string;
            users: number;
        };
        JoinedCount: {
            total: number;
            /** @description Users whose role is admin. */
            pro: number;
            /** @description Users whose role is user. */
            basic: number;
        };
        /** @description The number of matching users with each value, counted by every parameter of the query but the facet's own; omitted without the parameter `facets`. Users without a status, role or gender have the value `not-set`. */
        UserFacets: {
            status: components["schemas"]["ValueCount"][];
            role: components["schemas"]["ValueCount"][];
            gender: components["schemas"]["ValueCount"][];
            age: {
                under_16: number;
                not_set: number;
            };
            profile_completed: {
                yes: number;
                no: number;
            };
        };
        UserList: {
            users: components["schemas"]["User"][];
            /** @description The number of matching users on all pages. */
            total?: number;
            /** @description Whether more users match than `total`; omitted if `total` is exact. */
            total_is_minimum?: boolean;
            summary?: components["schemas"]["UserSummary"];
            /** @description The number of users with each status, regardless of the query, sorted by value. */
            statuses?: components["schemas"]["ValueCount"][];
            /** @description The number of users with each role, regardless of the query, sorted by value. */
            roles?: components["schemas"]["ValueCount"][];
            /** @description The number of users who joined between each two consecutive `joined_bounds`, the first inclusive and the second exclusive; omitted without `joined_bounds`. */
            joined?: components["schemas"]["JoinedCount"][];
            facets?: components["schemas"]["UserFacets"];
        };
        /** @description A UUID that the client generates for records deleted together. */
        Batch: string;
        /** @description Why, in the words of the admin. The history shows it, until the person whom it concerns is erased. */
        Reason: string;
        /** @description What was erased, when and by whom. It has no data of the person. */
        ErasureReceipt: {
            /**
             * Format: uuid
             * @description Identifies the entry in every copy of the ledger.
             */
            receipt: string;
            /** @description The number of the entry in this server's ledger. */
            number: number;
            user_id: components["schemas"]["Id"];
            /** Format: date-time */
            erased_at: string;
            erased_by: {
                id: components["schemas"]["Id"];
                name: string;
            };
            erased: {
                /** @description Whether the user was listed. */
                record: boolean;
                /** @description Whether the user was in the trash. */
                trash: boolean;
                /** @description How many waiting emails were deleted. */
                mails: number;
            };
            /** @description Where copies may still be, in sentences. */
            remains: string[];
        } | null;
        PersonFilePart: {
            /** @description Such as `record` or `sessions`. */
            name: string;
            /** @description Where the data comes from. */
            source: string;
            /** @description How long it is kept. */
            kept: string;
            /** @description What is held; empty if nothing is, and for `events`. */
            data: {
                [key: string]: unknown;
            }[];
        };
        PersonFile: {
            /** @description The history of the person, oldest event first, then that of what they did, as the part `events` says. */
            events: {
                [key: string]: unknown;
            }[];
            user_id: components["schemas"]["Id"];
            /** Format: date-time */
            made_at: string;
            parts: components["schemas"]["PersonFilePart"][];
        };
        UserStatusInput: {
            /** @enum {string} */
            action: "suspend" | "reactivate";
            ids: components["schemas"]["Id"][];
            reason?: components["schemas"]["Reason"];
        };
        UserStatusResult: {
            id: components["schemas"]["Id"];
            code: components["schemas"]["Code"];
            /** @description Why this user was refused; omitted if it was not. */
            message?: string;
        };
        UserStatusResults: {
            results: components["schemas"]["UserStatusResult"][];
        };
        /** @description The number of times the record has been saved. */
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
             * @description A PNG, JPEG or SVG image. Required when adding; if omitted when editing, the current image stays.
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
             * @description A PNG or JPEG image. Required when adding; if omitted when editing, the current image stays.
             */
            sub_cat_image?: Blob;
        };
        Product: {
            id: components["schemas"]["Id"];
            /** @description The store's product identifier. */
            product_id: string;
            name: string;
            /** @description A decimal amount in the product's currency, as a number or as text. */
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
            /** @description The name of the record, or the email address of a user without a name. */
            name: string;
            /** @description The same for all records deleted together. */
            batch: string | null;
            /** Format: date-time */
            deleted_at: string;
            /** @description The id of the admin who deleted it. */
            deleted_by: components["schemas"]["Id"];
            /** @description The name or email address of that admin, while the account exists. */
            deleted_by_name: string | null;
            /**
             * Format: date-time
             * @description When the item will be purged, unless it is restored.
             */
            purge_at: string;
        };
        TrashPage: {
            items: components["schemas"]["TrashItem"][];
            /** @description The number of matching items on all pages. */
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
            /** @description New names, by item id, for records whose name is taken: the name of a category or position, the email address of a user, or the store identifier of a product. An API token cannot set email addresses. */
            names?: {
                [key: string]: string;
            };
        };
        /** @description An item that cannot be restored unchanged and stays in the trash. */
        RestoreConflict: {
            id: components["schemas"]["Id"];
            entity: components["schemas"]["Entity"];
            name: string;
            /** @description The field that prevents it, such as category_name. */
            field: string;
            message: components["schemas"]["Message"];
        };
        Restored: {
            /** @description The number of records that this call restored. */
            restored: number;
            /** @description The number of records that this call did not process. */
            left: number;
            conflicts: components["schemas"]["RestoreConflict"][];
        };
        /** @description A changed field. Values are omitted for users. */
        FieldChange: {
            field: string;
            /** @description The previous value; an image as its path. */
            before?: unknown;
            /** @description The new value; an image as its path. */
            after?: unknown;
        };
        HistoryEvent: {
            id: components["schemas"]["Id"];
            /** Format: date-time */
            at: string;
            /** @description What happened, such as `category.updated`. */
            event: string;
            /**
             * @description `anyone` was not signed in; `operator` ran a server command.
             * @enum {string}
             */
            actor: "admin" | "anyone" | "operator" | "server";
            /** @description The id of the admin. */
            actor_id: number | string | null;
            /** @description The name or email address of the admin, while the account exists. */
            actor_name: string | null;
            /** @description The kind of the affected record: user, category, position or product. */
            entity: string | null;
            record_id: number | string | null;
            /** @description The present name of the record while it exists or is in the trash; in the event of a deletion from the catalogue, the name that it had. */
            record_name?: string | null;
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
        /** @description The request does not match the contract (malformed JSON, an unknown or missing field, a wrong type). */
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
        /** @description The body is larger than this operation accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description This operation does not accept the body's content type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many attempts; wait for `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server failed. The message is always the same; `request_id` leads to the cause in the server's log. */
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
        /** @description The server cannot write: its disk is full. Reads still work. */
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
        /** @description The token is valid, but does not allow this operation. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description This server does not support the operation yet. */
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
        /** @description The current state of the records does not allow it (a name that is taken, the last admin, a category in use). */
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
        /** @description The record's version differs from `If-Match`. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The product is saved. A server may omit `data`; the list has the saved product. */
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
        /** @description The same for all records deleted together, so that one call restores them. */
        Batch: components["schemas"]["Batch"];
        /** @description Why, for the history. If `requires_reason` is true in `get-settings`, deleting for good without one is refused with 400. */
        Reason: components["schemas"]["Reason"];
        /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Seconds to wait before retrying (RFC 9110, section 10.2.3). */
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
            /** @description The secret, which is not shown again. */
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
            /** @description Two-factor authentication is on. The recovery codes are not shown again. */
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
            /** @description The new codes, which are not shown again. The old codes no longer work. */
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
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Passkeys"];
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAttestation"];
            };
        };
        responses: {
            /** @description The new passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["Passkey"];
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
    startPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["PasskeyCreation"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["PasskeyRequest"];
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAssertion"];
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
    startPasskeyConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["PasskeyRequest"];
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
    removePasskey: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    disablePassword: {
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
            409: components["responses"]["Conflict"];
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
            /** @description The token. Its secret is not shown again. */
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
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Users per page. */
                page_size?: number;
                /** @description Only the user with this id. */
                id?: string;
                /** @description Part of the name, the email address or the id; case-insensitive. */
                search?: string;
                /** @description Only users who joined at or after this time (RFC 3339). */
                joined_from?: string;
                /** @description Only users who joined at or before this time (RFC 3339). */
                joined_to?: string;
                /** @description Only users with one of these statuses: the parameter can be repeated. `not-set` means users without a status, `not-active` all whose status is not active, with those without a status. */
                status?: components["schemas"]["UserValues"];
                /** @description Only users with one of these roles. `not-set` means users without a role, `no-plan` all whose role is neither admin nor user, with those without a role. */
                role?: components["schemas"]["UserValues"];
                /** @description Only users with one of these genders. `not-set` means users without a gender. */
                gender?: components["schemas"]["UserValues"];
                /** @description Only users of this age or older. */
                age_from?: number;
                /** @description Only users of this age or younger. */
                age_to?: number;
                /** @description Whether users without an age match too; with neither `age_from` nor `age_to`, only they match. */
                age_not_set?: boolean;
                /** @description Only users whose profile is completed, or only those whose profile is not known to be. */
                profile_completed?: boolean;
                /** @description Requests `facets`. */
                facets?: boolean;
                /** @description Requests `joined`: instants in seconds since 1970, in ascending order, such as the start of each day of a chart and the end of the last one. Any other order is refused. */
                joined_bounds?: number[];
                /** @description The field to sort by; a leading minus sorts in descending order. Users without a value come last in both directions; users with equal values are ordered by id. */
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
                /** @description The same for all records deleted together, so that one call restores them. */
                batch?: components["parameters"]["Batch"];
                /** @description Why, for the history. If `requires_reason` is true in `get-settings`, deleting for good without one is refused with 400. */
                reason?: components["parameters"]["Reason"];
                /** @description Deletes the user permanently, including from the trash. The audit log keeps the event and the id, but no personal data. */
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
            /** @description Done. With `erase`, the receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data?: components["schemas"]["ErasureReceipt"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getPersonFile: {
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
            /** @description The person's file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["PersonFile"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setUserStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserStatusInput"];
            };
        };
        responses: {
            /** @description One result for each id, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["Code"];
                        message: components["schemas"]["Message"];
                        data: components["schemas"]["UserStatusResults"];
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
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
            /** @description The saved category. */
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
                /** @description The same for all records deleted together, so that one call restores them. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
            /** @description The saved position. */
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
                /** @description The same for all records deleted together, so that one call restores them. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
                /** @description The same for all records deleted together, so that one call restores them. */
                batch?: components["parameters"]["Batch"];
            };
            header?: {
                /** @description The `version` that the client knows, in quotes. If the record has another version, the response is 412 and nothing changes. */
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
                /** @description Page number, starting at 1. */
                page?: number;
                /** @description Items per page. */
                page_size?: number;
                /** @description Part of the name, the email address or the store's product identifier; case-insensitive. */
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
            query?: {
                /** @description Why, for the history. If `requires_reason` is true in `get-settings`, deleting for good without one is refused with 400. */
                reason?: components["parameters"]["Reason"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of purged items. */
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
            /** @description The number of restored records, and the conflicts. */
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
            query?: {
                /** @description Why, for the history. If `requires_reason` is true in `get-settings`, deleting for good without one is refused with 400. */
                reason?: components["parameters"]["Reason"];
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
                /** @description Maximum events per response. */
                limit?: number;
                /** @description `next` of the previous response. */
                cursor?: number;
                /** @description Only events about records of this kind. */
                entity?: components["schemas"]["Entity"];
                /** @description Only events about the record with this id. */
                record_id?: string;
                /** @description Only events caused by the admin with this id. */
                actor?: string;
                /** @description Only events with this name, such as `user.deleted`. */
                event?: string;
                /** @description Only events about records whose name contains these words, or with the id after a `#`. Finds the catalogue, the accounts of the console and the newest 1,000 matches in the trash, by their present names. */
                search?: string;
                /** @description Only events at or after this time (RFC 3339). */
                from?: string;
                /** @description Only events at or before this time (RFC 3339). */
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
