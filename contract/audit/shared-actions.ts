/** Actions of routes of several features. */
export const changeProfileAction = {
  area: 'account',
  action: 'change_profile',
  en_US: 'Change the profile',
  zh_CN: '修改个人资料',
} as const;
export const downloadFileAction = {
  area: 'data',
  action: 'download_file',
  en_US: 'Download a file',
  zh_CN: '下载文件',
} as const;
