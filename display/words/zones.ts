// Browsers may list zones by outdated names; people search for current ones, or in their language.
const otherNames: Record<string, string> = {
  'Asia/Calcutta': 'Kolkata Mumbai Delhi 加尔各答 孟买 新德里 印度',
  'Asia/Katmandu': 'Kathmandu 加德满都',
  'Asia/Rangoon': 'Yangon 仰光',
  'Asia/Saigon': 'Ho Chi Minh 胡志明市 西贡',
  'Asia/Dacca': 'Dhaka 达卡',
  'Europe/Kiev': 'Kyiv 基辅',
  'America/Buenos_Aires': 'Argentina 布宜诺斯艾利斯',
  'America/Godthab': 'Nuuk 努克',
  'Atlantic/Faeroe': 'Faroe 法罗',
  'Asia/Shanghai': 'Beijing Shenzhen Guangzhou Hangzhou China 上海 北京 深圳 广州 杭州 成都 中国',
  'Asia/Urumqi': '乌鲁木齐 新疆',
  'Asia/Hong_Kong': '香港',
  'Asia/Macau': '澳门',
  'Asia/Taipei': '台北',
  'Asia/Tokyo': 'Japan 东京 大阪 日本',
  'Asia/Seoul': 'Korea 首尔 韩国',
  'Asia/Singapore': '新加坡',
  'Asia/Kuala_Lumpur': '吉隆坡',
  'Asia/Bangkok': '曼谷',
  'Asia/Jakarta': '雅加达',
  'Asia/Manila': '马尼拉',
  'Asia/Dubai': '迪拜',
  'Asia/Jerusalem': '耶路撒冷',
  'Europe/London': '伦敦 英国',
  'Europe/Paris': '巴黎 法国',
  'Europe/Berlin': 'Munich Hamburg Cologne 柏林 慕尼黑 德国',
  'Europe/Madrid': '马德里',
  'Europe/Rome': '罗马',
  'Europe/Moscow': '莫斯科',
  'Europe/Istanbul': '伊斯坦布尔',
  'Africa/Cairo': '开罗',
  'Africa/Johannesburg': '约翰内斯堡',
  'America/New_York': 'Boston Washington 纽约 华盛顿 波士顿',
  'America/Chicago': '芝加哥',
  'America/Denver': '丹佛',
  'America/Los_Angeles': 'San Francisco Seattle 洛杉矶 旧金山 西雅图',
  'America/Toronto': '多伦多',
  'America/Vancouver': '温哥华',
  'America/Mexico_City': '墨西哥城',
  'America/Sao_Paulo': '圣保罗',
  'Australia/Sydney': '悉尼',
  'Australia/Melbourne': '墨尔本',
  'Pacific/Auckland': '奥克兰',
  'Pacific/Honolulu': 'Hawaii 檀香山 夏威夷',
};

// Outdated names of zones that a browser lists by their current name.
const outdatedNames: Record<string, string> = {
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Yangon': 'Asia/Rangoon',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Dhaka': 'Asia/Dacca',
  'Europe/Kyiv': 'Europe/Kiev',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Nuuk': 'America/Godthab',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
};

const normalizeText = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();

/** Whether a search text matches a zone. */
export function matchesZone(zone: string, query: string): boolean {
  const outdatedName = outdatedNames[zone] ?? '';
  const names = [zone, outdatedName, otherNames[zone] ?? '', otherNames[outdatedName] ?? ''];
  return names.some((name) => normalizeText(name).includes(normalizeText(query)));
}
