import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: { outDir: '../dist/web', emptyOutDir: true, assetsDir: 'static', target: 'es2022' },
  server: { port: 5173, proxy: { '/api': server } },
});
