import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of expected freshness. */
export const freshnessErrors = {
  freshness_without_time: {
    status: 422,
    en_US: "This dataset is read in place and has no time column, so its freshness can't be determined.",
    zh_CN: '该数据集直接读取数据库，又没有时间列，无法判断数据是否及时更新。',
  },
} satisfies Record<string, ErrorEntry>;
