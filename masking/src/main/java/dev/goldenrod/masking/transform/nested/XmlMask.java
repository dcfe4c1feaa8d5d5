package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.io.StringReader;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Masks the texts and attributes of XML. Comments and instructions are left out. XML with a
 * document type, and what cannot be read, becomes an empty element.
 *
 * @param text masks each text and each attribute
 */
record XmlMask(Transformer text) implements Transformer {
  private static final String UNREADABLE = "<redacted/>";

  /** An xml column may hold several elements and texts, so they are read within an element. */
  private static final String ROOT = "root";

  private static final Pattern DECLARATION = Pattern.compile("^\\s*<\\?xml\\s[^>]*>");

  static Transformer create(MaskRequest request) {
    if (!request.column().typeInfo().withoutDomains().baseName().equals("xml")) {
      throw request.wrongType("xml");
    }
    Object rule = request.options().value("text").orElse(Map.of("mask", "text"));
    return new XmlMask(NestedRule.create(request, "text", rule, ColumnType.base("text")));
  }

  @Override
  public String mask(String value, Row row) {
    String content = DECLARATION.matcher(value).replaceFirst("");
    try {
      XMLStreamReader reader =
          factory()
              .createXMLStreamReader(
                  new StringReader("<" + ROOT + ">" + content + "</" + ROOT + ">"));
      return masked(reader, row);
    } catch (XMLStreamException e) {
      return UNREADABLE;
    }
  }

  @Override
  public String maskOversized(OversizedValue value, Row row) {
    return UNREADABLE;
  }

  @Override
  public Set<String> reads() {
    return text.reads();
  }

  private String masked(XMLStreamReader reader, Row row) throws XMLStreamException {
    StringBuilder masked = new StringBuilder();
    int depth = 0;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (depth++ > 0) {
            start(masked, reader, row);
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          if (--depth > 0) {
            masked.append("</").append(reader.getLocalName()).append('>');
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            masked.append(escaped(maskedText(reader.getText(), row)));
        default -> {}
      }
    }
    return masked.toString();
  }

  private void start(StringBuilder masked, XMLStreamReader reader, Row row) {
    masked.append('<').append(reader.getLocalName());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      String prefix = reader.getAttributePrefix(i);
      String local = reader.getAttributeLocalName(i);
      String name = prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
      String value = reader.getAttributeValue(i);
      boolean isNamespace = name.equals("xmlns") || name.startsWith("xmlns:");
      masked.append(' ').append(name).append("=\"");
      masked.append(escaped(isNamespace ? value : maskedText(value, row))).append('"');
    }
    masked.append('>');
  }

  private String maskedText(String original, Row row) {
    if (original.isBlank()) {
      return original;
    }
    @Nullable String masked = text.mask(original, row);
    return masked == null ? "" : masked;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }
}
