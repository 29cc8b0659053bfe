/** Scenes of whole games, for pictures and measurements. */
import { GAMES } from '../games';
import { lay } from '../house/lay';

export default (): (() => void) => lay(GAMES.flatMap(({ scenes, pictures }) => [...scenes, ...pictures.scenes]));
