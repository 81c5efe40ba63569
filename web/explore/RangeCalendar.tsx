import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useTranslation } from 'react-i18next';

import type { Span } from '#domain/query/query.ts';
import { useLook } from '#web/shell/preferences.ts';

type RangeCalendarProps = { span: Span | undefined; onChoose: (span: Span) => void };

const { RangePicker } = DatePicker;
const format = 'YYYY-MM-DD';

/** A day range. */
export function RangeCalendar({ span, onChoose }: RangeCalendarProps) {
  const { t } = useTranslation();
  const look = useLook();
  dayjs.locale(look.language === 'zh_CN' ? 'zh-cn' : 'en');
  return (
    <RangePicker
      allowClear={false}
      format={format}
      aria-label={t('explore.range')}
      placeholder={[t('explore.from'), t('explore.to')]}
      value={span?.kind === 'range' ? [dayjs(span.from), dayjs(span.to)] : null}
      onChange={(days) => {
        const [from, to] = days ?? [];
        if (from && to) onChoose({ kind: 'range', from: from.format(format), to: to.format(format) });
      }}
    />
  );
}
