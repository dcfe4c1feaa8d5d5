package dev.goldenrod.engine.postgres.imports.masking;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the strings of JSON documents. */
final class JsonStrings {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonStrings() {}

  /** Returns all values that are strings, up to the first place that is no JSON. */
  static List<String> of(String document) {
    List<String> strings = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          strings.add(parser.getText());
        }
      }
      return strings;
    } catch (IOException e) {
      return strings;
    }
  }
}
