/** Where the laid scenes are. */
export const DATABASE = 'tables.sqlite';
export const TOLD = 'scenes.json';
/** Workers find the folder here. */
export const FOLDER = 'TENSHU_SCENES';
