/** Scenes of whole games, for pictures and measurements. */
import { lay } from '../house/lay';
import { SCENES } from '../scenes';
import { pictureScenes } from './stops';

export default (): (() => void) => lay([...SCENES, ...pictureScenes]);
