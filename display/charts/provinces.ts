/** Provinces of China: the map's region name, full name, and names in Latin script. */
export type Province = { region: string; full: string; latin: string[] };

const table = `
北京 北京市 Beijing
天津 天津市 Tianjin
上海 上海市 Shanghai
重庆 重庆市 Chongqing
河北 河北省 Hebei
山西 山西省 Shanxi
辽宁 辽宁省 Liaoning
吉林 吉林省 Jilin
黑龙江 黑龙江省 Heilongjiang
江苏 江苏省 Jiangsu
浙江 浙江省 Zhejiang
安徽 安徽省 Anhui
福建 福建省 Fujian
江西 江西省 Jiangxi
山东 山东省 Shandong
河南 河南省 Henan
湖北 湖北省 Hubei
湖南 湖南省 Hunan
广东 广东省 Guangdong/Canton
海南 海南省 Hainan
四川 四川省 Sichuan/Szechwan
贵州 贵州省 Guizhou
云南 云南省 Yunnan
陕西 陕西省 Shaanxi/Shanxi_(Shaanxi)
甘肃 甘肃省 Gansu
青海 青海省 Qinghai
台湾 台湾省 Taiwan
内蒙古 内蒙古自治区 Inner_Mongolia/Nei_Mongol/Neimenggu/Neimeng
广西 广西壮族自治区 Guangxi/Guangxi_Zhuang
西藏 西藏自治区 Tibet/Xizang
宁夏 宁夏回族自治区 Ningxia/Ningxia_Hui
新疆 新疆维吾尔自治区 Xinjiang/Xinjiang_Uygur/Xinjiang_Uyghur
香港 香港特别行政区 Hong_Kong/Hongkong/Xianggang
澳门 澳门特别行政区 Macao/Macau/Aomen`;

export const provinces: Province[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [region = '', full = '', latin = ''] = line.split(' ');
    return { region, full, latin: latin.split('/').map((name) => name.replaceAll('_', ' ')) };
  });
