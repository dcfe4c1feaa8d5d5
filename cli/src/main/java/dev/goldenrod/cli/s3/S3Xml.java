package dev.goldenrod.cli.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** An XML element of an S3 response, in any namespace. */
record S3Xml(Element element) {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  /** Parses a response; empty if it is not XML or its root element has another name. */
  static Optional<S3Xml> read(byte[] bytes, String root) {
    if (bytes.length == 0 || bytes[0] != '<') {
      return Optional.empty();
    }
    try {
      Element element = builder().parse(new ByteArrayInputStream(bytes)).getDocumentElement();
      return Optional.of(new S3Xml(element)).filter(it -> root.equals(element.getLocalName()));
    } catch (IOException | SAXException notOne) {
      return Optional.empty();
    }
  }

  private static DocumentBuilder builder() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DOCTYPE, true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      return builder;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("this Java cannot parse XML", e);
    }
  }

  List<S3Xml> all(String name) {
    NodeList nodes = element.getElementsByTagNameNS("*", name);
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> new S3Xml((Element) nodes.item(i)))
        .toList();
  }

  /** Returns the text of the first element of that name; empty if there is none. */
  String text(String name) {
    return all(name).stream().findFirst().map(it -> it.element.getTextContent()).orElse("");
  }
}
