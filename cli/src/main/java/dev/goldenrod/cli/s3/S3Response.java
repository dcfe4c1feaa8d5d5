package dev.goldenrod.cli.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
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

/** A response of S3. */
record S3Response(int status, HttpHeaders headers, byte[] body) {
  static final int OK = 200;
  static final int PARTIAL = 206;
  private static final int DELETED = 204;

  /** Returns whether the request succeeded; some S3 errors have the status 200. */
  boolean isDone() {
    return status == PARTIAL || status == DELETED || status == OK && code().isEmpty();
  }

  /** Returns the error code, as in {@code NoSuchUpload}; empty if there is none. */
  String code() {
    return error("Code");
  }

  /** Returns the text of an element of the error; may be empty. */
  String error(String element) {
    return Xml.read(body, "Error").map(error -> error.text(element)).orElse("");
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  String etag() {
    return header("ETag").replace("\"", "");
  }

  /** An XML element of an S3 response, in any namespace. */
  record Xml(Element element) {
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    /** Parses a response; empty if it is not XML or its root element has another name. */
    static Optional<Xml> read(byte[] bytes, String root) {
      if (bytes.length == 0 || bytes[0] != '<') {
        return Optional.empty();
      }
      try {
        Element element = builder().parse(new ByteArrayInputStream(bytes)).getDocumentElement();
        return Optional.of(new Xml(element)).filter(it -> root.equals(element.getLocalName()));
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

    List<Xml> all(String name) {
      NodeList nodes = element.getElementsByTagNameNS("*", name);
      return IntStream.range(0, nodes.getLength())
          .mapToObj(i -> new Xml((Element) nodes.item(i)))
          .toList();
    }

    /** Returns the text of the first element of that name; empty if there is none. */
    String text(String name) {
      return all(name).stream().findFirst().map(it -> it.element.getTextContent()).orElse("");
    }
  }
}
