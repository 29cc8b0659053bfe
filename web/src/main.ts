import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { speak } from './lib/shell/words.svelte';
import { watchForUpdates } from './lib/shell/updates.svelte';
import { settings } from './lib/settings.svelte';

await speak(settings.language);
const target = document.getElementById('app');
if (target) mount(App, { target });
watchForUpdates();
