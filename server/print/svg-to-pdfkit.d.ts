declare module 'svg-to-pdfkit' {
  type SvgToPdfOptions = {
    width?: number;
    height?: number;
    assumePt?: boolean;
    fontCallback?: (family: string, isBold: boolean, isItalic: boolean) => string;
    warningCallback?: (warning: string) => void;
  };
  export default function svgToPdf(
    doc: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: SvgToPdfOptions,
  ): void;
}
