// Development: pages from source with hot reload; the server restarts when its source changes.
import { spawn } from 'node:child_process';

const run = (...args) => spawn('npx', args, { stdio: 'inherit' });

const children = [run('tsx', 'watch', '--clear-screen=false', 'server/main.ts'), run('vite')];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop).on('SIGTERM', stop);
