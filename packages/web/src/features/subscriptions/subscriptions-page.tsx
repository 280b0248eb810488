import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormFocus, useFormView } from '#lib/form-view.ts'
import { FormGate } from '#ui/form-gate.tsx'
import { showSuccess } from '#ui/toast.ts'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'
import { productsQuery } from './subscriptions.queries.ts'

/** The subscription products: their list, or the form for one of them (specification, sections 2 and 4). */
export function SubscriptionsPage() {
  const screen = useRef<HTMLDivElement>(null)
  const { view, openAdd, editLink, close } = useFormView()
  useFormFocus(screen, view)
  const { data, error, isFetching, refetch } = useQuery(productsQuery)
  return (
    <div ref={screen}>
      {view ? (
        <FormGate
          key={view.mode === 'edit' ? view.id : ''}
          view={view}
          form="product"
          title={view.mode === 'add' ? 'Add Subscription' : 'Edit Subscription'}
          backLabel="Back to Subscription Plans"
          onBack={close}
          items={data}
          error={error}
          situation="listProducts"
          retrying={isFetching}
          onRetry={() => void refetch()}
          missing="No subscription selected for editing."
        >
          {(product, draftName) => (
            <ProductForm
              product={product}
              others={data?.filter(({ id }) => id !== product?.id)}
              draftName={draftName}
              onCancel={close}
              onSaved={({ name }) => {
                showSuccess(`${name} was ${product ? 'updated' : 'added'}.`)
                close()
              }}
            />
          )}
        </FormGate>
      ) : (
        <ProductList
          products={data}
          error={error}
          loading={isFetching}
          onRetry={() => void refetch()}
          onAdd={openAdd}
          editLink={editLink}
        />
      )}
    </div>
  )
}
