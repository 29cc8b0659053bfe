import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { headStart } from './lib/shell/headstart';
import { router } from './lib/shell/router.svelte';
import { languageFor, speak } from './lib/shell/words.svelte';
import { watchForUpdates } from './lib/shell/updates.svelte';
import { settings } from './lib/settings.svelte';

headStart(router.route, languageFor(settings.language));
await speak(settings.language);
const target = document.getElementById('app');
if (target) mount(App, { target });
watchForUpdates();
