import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of folders. */
export const folderErrors = {
  folder_name_taken: {
    status: 409,
    en_US: 'There\'s already a folder named "{value}" here. Choose another name.',
    zh_CN: '此处已有名为“{value}”的文件夹，请换一个名称。',
  },
  folder_in_itself: {
    status: 422,
    en_US: "A folder can't be moved into itself or into a folder inside it.",
    zh_CN: '文件夹不能移动到它自己或其子文件夹中。',
  },
  folder_too_deep: {
    status: 422,
    en_US: 'Folders can be nested up to {value} levels deep. Choose a folder at a higher level.',
    zh_CN: '文件夹最多嵌套 {value} 层，请选择更靠上的文件夹。',
  },
  folder_not_empty: {
    status: 409,
    en_US: "This folder isn't empty. Move its content one level up to delete it.",
    zh_CN: '文件夹不为空。请先将其中的内容上移一级，再删除。',
  },
  folder_of_other_kind: {
    status: 422,
    en_US: 'Dashboards and applications have separate folders.',
    zh_CN: '仪表盘和应用使用各自的文件夹。',
  },
} satisfies Record<string, ErrorEntry>;
