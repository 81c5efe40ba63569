import ConfigProvider from 'antd/es/config-provider';
import type { Locale } from 'antd/es/locale';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import defaultAlgorithm from 'antd/es/theme/themes/default';
import type { ThemeConfig } from 'antd/es/config-provider';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import { watchMedia } from '#web/shell/media.ts';
import { type Theme, useTheme } from '#web/shell/theme.ts';
import { readPalette } from './palette.ts';

const locales: Record<Language, Locale> = { zh_CN: zhCN, en_US: enUS };

// Components that wait for the end of a movement must know that there is none, or they never go.
const calm = watchMedia('(prefers-reduced-motion: reduce)');

// Without motion a dialog is whole before the library has hung a container of its own into the page,
// and a field outside of the page cannot take the focus: they go into the body at once.
const body = () => document.body;

function themeConfigOf(theme: Theme, isCalm: boolean): ThemeConfig {
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
      // Hints below fields are to be read, too.
      colorTextDescription: palette.quiet,
      fontFamily: palette.font,
      borderRadius: 8,
      zIndexPopupBase: 1000,
      motion: !isCalm,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.2s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Message: { zIndexPopup: 1010 },
      Slider: { railBg: palette.border, railHoverBg: palette.border },
      // The words of a table without rows are to be read, too.
      Table: { cellPaddingInlineMD: 16, cellPaddingBlockMD: 10, colorTextDisabled: palette.quiet },
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The red of the dark theme is light: white on it could not be read.
        dangerColor: theme === 'dark' ? palette.page : '#ffffff',
      },
    },
  };
}

/** The one theme and the language of every component. */
export function AppTheme({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const isCalm = useSyncExternalStore(calm.subscribe, calm.matches);
  const { i18n } = useTranslation();
  return (
    <ConfigProvider
      theme={themeConfigOf(theme, isCalm)}
      getPopupContainer={body}
      button={{ autoInsertSpace: false }}
      locale={locales[i18n.language as Language] ?? zhCN}
    >
      {children}
    </ConfigProvider>
  );
}
