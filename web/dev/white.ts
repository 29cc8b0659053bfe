/** The harness of The White Castle: white.html?at=put&theme=dark&lang=pt-BR shows a moment of a fixture game. */
import { mount } from 'svelte';
import '../src/app.css';
import WhiteHarness from './WhiteHarness.svelte';

document.documentElement.dataset.theme = new URLSearchParams(location.search).get('theme') ?? 'light';
const target = document.getElementById('app');
if (target) mount(WhiteHarness, { target });
