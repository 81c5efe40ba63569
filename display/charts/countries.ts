/** Countries of the world map: ISO 3166 alpha-2 and alpha-3 code, and the map's region name. */
const table = `
SO SOM Somalia|LI LIE Liechtenstein|MA MAR Morocco|EH ESH W. Sahara|RS SRB Serbia|AF AFG Afghanistan|AO AGO Angola
AL ALB Albania|AX ALA Aland|AD AND Andorra|AE ARE United Arab Emirates|AR ARG Argentina|AM ARM Armenia
AS ASM American Samoa|TF ATF Fr. S. Antarctic Lands|AG ATG Antigua and Barb.|AU AUS Australia|AT AUT Austria
AZ AZE Azerbaijan|BI BDI Burundi|BE BEL Belgium|BJ BEN Benin|BF BFA Burkina Faso|BD BGD Bangladesh|BG BGR Bulgaria
BH BHR Bahrain|BS BHS Bahamas|BA BIH Bosnia and Herz.|BY BLR Belarus|BZ BLZ Belize|BM BMU Bermuda|BO BOL Bolivia
BR BRA Brazil|BB BRB Barbados|BN BRN Brunei|BT BTN Bhutan|BW BWA Botswana|CF CAF Central African Rep.|CA CAN Canada
CH CHE Switzerland|CL CHL Chile|CN CHN China|CI CIV Côte d'Ivoire|CM CMR Cameroon|CD COD Dem. Rep. Congo|CG COG Congo
CO COL Colombia|KM COM Comoros|CV CPV Cape Verde|CR CRI Costa Rica|CU CUB Cuba|CW CUW Curaçao|KY CYM Cayman Is.
CY CYP Cyprus|CZ CZE Czech Rep.|DE DEU Germany|DJ DJI Djibouti|DM DMA Dominica|DK DNK Denmark|DO DOM Dominican Rep.
DZ DZA Algeria|EC ECU Ecuador|EG EGY Egypt|ER ERI Eritrea|ES ESP Spain|EE EST Estonia|ET ETH Ethiopia|FI FIN Finland
FJ FJI Fiji|FK FLK Falkland Is.|FR FRA France|FO FRO Faeroe Is.|FM FSM Micronesia|GA GAB Gabon|GB GBR United Kingdom
GE GEO Georgia|GH GHA Ghana|GN GIN Guinea|GM GMB Gambia|GW GNB Guinea-Bissau|GQ GNQ Eq. Guinea|GR GRC Greece
GD GRD Grenada|GL GRL Greenland|GT GTM Guatemala|GU GUM Guam|GY GUY Guyana|HM HMD Heard I. and McDonald Is.
HN HND Honduras|HR HRV Croatia|HT HTI Haiti|HU HUN Hungary|ID IDN Indonesia|IM IMN Isle of Man|IN IND India
IO IOT Br. Indian Ocean Ter.|IE IRL Ireland|IR IRN Iran|IQ IRQ Iraq|IS ISL Iceland|IL ISR Israel|IT ITA Italy
JM JAM Jamaica|JE JEY Jersey|JO JOR Jordan|JP JPN Japan|KZ KAZ Kazakhstan|KE KEN Kenya|KG KGZ Kyrgyzstan
KH KHM Cambodia|KI KIR Kiribati|KR KOR Korea|KW KWT Kuwait|LA LAO Lao PDR|LB LBN Lebanon|LR LBR Liberia|LY LBY Libya
LC LCA Saint Lucia|LK LKA Sri Lanka|LS LSO Lesotho|LT LTU Lithuania|LU LUX Luxembourg|LV LVA Latvia|MD MDA Moldova
MG MDG Madagascar|MX MEX Mexico|MK MKD Macedonia|ML MLI Mali|MT MLT Malta|MM MMR Myanmar|ME MNE Montenegro
MN MNG Mongolia|MP MNP N. Mariana Is.|MZ MOZ Mozambique|MR MRT Mauritania|MS MSR Montserrat|MU MUS Mauritius
MW MWI Malawi|MY MYS Malaysia|NA NAM Namibia|NC NCL New Caledonia|NE NER Niger|NG NGA Nigeria|NI NIC Nicaragua
NU NIU Niue|NL NLD Netherlands|NO NOR Norway|NP NPL Nepal|NZ NZL New Zealand|OM OMN Oman|PK PAK Pakistan|PA PAN Panama
PE PER Peru|PH PHL Philippines|PW PLW Palau|PG PNG Papua New Guinea|PL POL Poland|PR PRI Puerto Rico
KP PRK Dem. Rep. Korea|PT PRT Portugal|PY PRY Paraguay|PS PSE Palestine|PF PYF Fr. Polynesia|QA QAT Qatar
RO ROU Romania|RU RUS Russia|RW RWA Rwanda|SA SAU Saudi Arabia|SD SDN Sudan|SS SSD S. Sudan|SN SEN Senegal
SG SGP Singapore|GS SGS S. Geo. and S. Sandw. Is.|SH SHN Saint Helena|SB SLB Solomon Is.|SL SLE Sierra Leone
SV SLV El Salvador|PM SPM St. Pierre and Miquelon|ST STP São Tomé and Principe|SR SUR Suriname|SK SVK Slovakia
SI SVN Slovenia|SE SWE Sweden|SZ SWZ Swaziland|SC SYC Seychelles|SY SYR Syria|TC TCA Turks and Caicos Is.|TD TCD Chad
TG TGO Togo|TH THA Thailand|TJ TJK Tajikistan|TM TKM Turkmenistan|TL TLS Timor-Leste|TO TON Tonga
TT TTO Trinidad and Tobago|TN TUN Tunisia|TR TUR Turkey|TZ TZA Tanzania|UG UGA Uganda|UA UKR Ukraine|UY URY Uruguay
US USA United States|UZ UZB Uzbekistan|VC VCT St. Vin. and Gren.|VE VEN Venezuela|VI VIR U.S. Virgin Is.|VN VNM Vietnam
VU VUT Vanuatu|WS WSM Samoa|YE YEM Yemen|ZA ZAF South Africa|ZM ZMB Zambia|ZW ZWE Zimbabwe`;

export type Country = { code: string; three: string; region: string };

export const countries: Country[] = table
  .trim()
  .split(/[|\n]/)
  .map((line) => ({ code: line.slice(0, 2), three: line.slice(3, 6), region: line.slice(7) }));

/** Further names by alpha-2 code. */
export const otherNames: Record<string, string[]> = {
  US: ['United States of America', 'America', 'U.S.', 'U.S.A.', '美利坚合众国'],
  GB: ['UK', 'U.K.', 'Great Britain', 'Britain', 'England', '大不列颠', '英格兰'],
  KR: ['South Korea', 'Republic of Korea', 'Korea, Republic of', '南韩'],
  KP: ['North Korea', '北朝鲜'],
  RU: ['Russian Federation', '俄国'],
  CN: ["People's Republic of China", 'PRC', 'Mainland China', '中国大陆', '中华人民共和国'],
  AE: ['UAE', '阿联酋'],
  SA: ['沙特'],
  CZ: ['Czech Republic', 'Czechia'],
  CD: ['DR Congo', 'Democratic Republic of the Congo', '刚果民主共和国'],
  CG: ['Republic of the Congo', '刚果共和国'],
  CI: ['Ivory Coast', "Cote d'Ivoire"],
  MK: ['North Macedonia'],
  SZ: ['Eswatini'],
  MM: ['Burma'],
  TR: ['Türkiye', 'Turkiye'],
  VN: ['Viet Nam'],
  LA: ['Laos'],
  IR: ['Iran, Islamic Republic of'],
  SY: ['Syrian Arab Republic'],
  BO: ['Bolivia, Plurinational State of'],
  VE: ['Venezuela, Bolivarian Republic of'],
  TZ: ['United Republic of Tanzania'],
  MD: ['Republic of Moldova'],
  NL: ['Holland', 'The Netherlands'],
  BA: ['Bosnia and Herzegovina', '波黑'],
  PG: ['巴新'],
  DO: ['Dominican Republic'],
  CF: ['Central African Republic'],
  GQ: ['Equatorial Guinea'],
  SS: ['South Sudan'],
  SB: ['Solomon Islands'],
  CV: ['Cabo Verde'],
};
