/** Environment variable with the key of model endpoints; takes precedence over the editor's stored key. */
export const MODEL_KEY_VARIABLE = 'DEVS_MODEL_KEY';
