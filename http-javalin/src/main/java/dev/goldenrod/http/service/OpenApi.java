package dev.goldenrod.http.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The OpenAPI document of the API. */
public final class OpenApi {
  /** Version placeholder in the document file. */
  public static final String NO_RELEASE = "0.0.0";

  private static final String FILE = "/dev/goldenrod/http/openapi.json";
  private static final JsonMapper JSON = new JsonMapper();

  private OpenApi() {}

  /**
   * Returns the OpenAPI 3.1 document with the given release.
   *
   * @param base path prefix of the API; empty for the root
   */
  public static JsonNode document(String release, String base) {
    try {
      JsonNode document = JSON.readTree(text());
      ((ObjectNode) document.path("info")).put("version", release);
      document.findParents("servers").forEach(parent -> moveBelow(base, parent.path("servers")));
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " is not JSON", e);
    }
  }

  private static void moveBelow(String base, JsonNode servers) {
    for (JsonNode server : servers) {
      String url = base + server.path("url").textValue();
      ((ObjectNode) server).put("url", base.isEmpty() ? url : url.replaceFirst("/$", ""));
    }
  }

  /** Returns the unchanged document file of the jar. */
  public static String text() {
    try (InputStream file = OpenApi.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + FILE);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
