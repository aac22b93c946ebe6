import type { TemplateContent } from './shape.ts'

/** A write of a template. What is undefined stays as it is. */
export interface TemplateInput extends Partial<{ [Part in keyof TemplateContent]: TemplateContent[Part] | undefined }> {
  title?: string | undefined
  description?: string | null | undefined
  projects_board_id?: number | undefined
}
