import ConfigProvider from 'antd/es/config-provider';
import message from 'antd/es/message';
import notification from 'antd/es/notification';

import { AppTheme } from './AppTheme.tsx';

// Duration, maximum count and position of all messages.
message.config({ duration: 3, maxCount: 7, pauseOnHover: true, top: 24 });
notification.config({ duration: 4.5, maxCount: 7, placement: 'topRight', top: 24, bottom: 24, pauseOnHover: true });
ConfigProvider.config({ holderRender: (children) => <AppTheme>{children}</AppTheme> });

export { message, notification };
