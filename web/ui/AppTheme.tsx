import ConfigProvider, { type ThemeConfig } from 'antd/es/config-provider';
import type { Locale } from 'antd/es/locale';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import defaultAlgorithm from 'antd/es/theme/themes/default';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#domain/language.ts';
import { watchMedia } from '#web/shell/media.ts';
import { type Theme, useTheme } from '#web/shell/theme.ts';

const paletteNames = [
  'page',
  'surface',
  'border',
  'control',
  'text',
  'quiet',
  'brand',
  'good',
  'bad',
  'warn',
  'font',
] as const;

type Palette = Record<(typeof paletteNames)[number], string>;

/** The current CSS colours, for components that need them as values. */
function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(paletteNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

const locales: Record<Language, Locale> = { zh_CN: zhCN, en_US: enUS };

// Components need to know that motion is off: otherwise they wait for the end of an animation and never unmount.
const reducedMotion = watchMedia('(prefers-reduced-motion: reduce)');

// With motion off, a dialog renders before the library has attached its container, and a detached field cannot take the
// focus: so popups are attached to the body directly.
const body = () => document.body;

function themeConfigOf(theme: Theme, isMotionReduced: boolean): ThemeConfig {
  const palette = readPalette();
  return {
    algorithm: theme === 'dark' ? darkAlgorithm : defaultAlgorithm,
    token: {
      colorPrimary: theme === 'dark' ? '#5c7cfa' : palette.brand,
      colorLink: palette.brand,
      colorInfo: palette.brand,
      colorSuccess: palette.good,
      colorError: palette.bad,
      colorWarning: palette.warn,
      colorBgBase: palette.surface,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorBorder: palette.control,
      colorBorderSecondary: palette.border,
      colorTextBase: palette.text,
      colorTextSecondary: palette.quiet,
      colorTextPlaceholder: palette.quiet,
      // Hints below fields need a readable contrast.
      colorTextDescription: palette.quiet,
      fontFamily: palette.font,
      borderRadius: 8,
      zIndexPopupBase: 1000,
      motion: !isMotionReduced,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.2s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Message: { zIndexPopup: 1010 },
      Slider: { railBg: palette.border, railHoverBg: palette.border },
      // The text of an empty table needs a readable contrast.
      Table: { cellPaddingInlineMD: 16, cellPaddingBlockMD: 10, colorTextDisabled: palette.quiet },
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The red of the dark theme is light: white text would not be readable.
        dangerColor: theme === 'dark' ? palette.page : '#ffffff',
      },
    },
  };
}

/** Theme and locale of all components. */
export function AppTheme({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const isMotionReduced = useSyncExternalStore(reducedMotion.subscribe, reducedMotion.matches);
  const { i18n } = useTranslation();
  return (
    <ConfigProvider
      theme={themeConfigOf(theme, isMotionReduced)}
      getPopupContainer={body}
      button={{ autoInsertSpace: false }}
      locale={locales[i18n.language as Language] ?? zhCN}
    >
      {children}
    </ConfigProvider>
  );
}
