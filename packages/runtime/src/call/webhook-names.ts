import { ownOperations, type ServiceModel } from './model.ts'

/** What `webhooks` of a charter adds to it is called so, in the document as in its service. */
export const webhookNames = {
  entity: 'Webhook',
  /** The job whose runs are deliveries. */
  delivery: 'webhookDelivery',
  pause: 'pauseWebhook',
  resume: 'resumeWebhook',
  /** The receiver is no more: the service alone makes this move. */
  end: 'endWebhook',
  showSecret: 'showWebhookSecret',
  rotateSecret: 'rotateWebhookSecret',
  resend: 'resendWebhookDelivery',
} as const

/** Whether a charter has `webhooks`. */
export const hasWebhooks = (model: ServiceModel): boolean =>
  ownOperations(model).some(({ name, isBuiltIn }) => isBuiltIn === true && name === webhookNames.delivery)
