/** Environment variable with the key of model endpoints; wins over what the editor keeps. */
export const MODEL_KEY_VARIABLE = 'DEVS_MODEL_KEY';
