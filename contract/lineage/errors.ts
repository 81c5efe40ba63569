import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Why a use keeps its columns in a bulk replacement, or why it is not undone. */
export const lineageErrors = {
  remap_by_hand: {
    status: 409,
    en_US: "It's written in SQL. Change it manually.",
    zh_CN: '它使用 SQL 编写，需要手动修改。',
  },
  remap_set_up_there: {
    status: 409,
    en_US: "It isn't replaced automatically. Change it where it's set up.",
    zh_CN: '它不会自动替换，请到设置它的地方修改。',
  },
  remap_unmapped: {
    status: 409,
    en_US: 'It also uses columns or metrics without a replacement: {value}.',
    zh_CN: '它还使用了没有指定替换的列或指标：{value}。',
  },
  remap_control_stays: {
    status: 409,
    en_US: "It's filtered by {value}, which stays on the old dataset.",
    zh_CN: '它受控件“{value}”筛选，而该控件仍留在原数据集上。',
  },
  remap_time_stays: {
    status: 409,
    en_US: "It's filtered by the time range, which stays on the old dataset.",
    zh_CN: '它受时间范围筛选，而时间范围仍留在原数据集上。',
  },
  remap_hidden: {
    status: 403,
    en_US: "You don't have access to it.",
    zh_CN: '您无权查看。',
  },
  remap_creator_forbidden: {
    status: 403,
    en_US: "Its creator doesn't have access to the new dataset.",
    zh_CN: '它的创建者无权查看新的数据集。',
  },
  remap_outdated: {
    status: 409,
    en_US: 'Something has changed since the preview. Check the preview again.',
    zh_CN: '预览之后内容有变化，请重新查看预览。',
  },
  remap_nothing: {
    status: 409,
    en_US: 'Nothing would change.',
    zh_CN: '没有可替换的内容。',
  },
  remap_undone: {
    status: 409,
    en_US: 'This replacement has already been undone.',
    zh_CN: '这次替换已经撤销。',
  },
  remap_edited: {
    status: 409,
    en_US: 'It was edited after the replacement, so it stays as it is.',
    zh_CN: '替换之后它又被修改过，因此保持现状。',
  },
  remap_deleted: {
    status: 410,
    en_US: 'It was deleted or moved to trash.',
    zh_CN: '它已被删除或移到回收站。',
  },
} satisfies Record<string, ErrorEntry>;
