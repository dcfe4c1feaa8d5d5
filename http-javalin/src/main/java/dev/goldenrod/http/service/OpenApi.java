package dev.goldenrod.http.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of the surface. */
public final class OpenApi {
  /** What stands in the file in place of a release. */
  public static final String NO_RELEASE = "0.0.0";

  private static final String FILE = "/dev/goldenrod/http/openapi.json";
  private static final JsonMapper JSON = new JsonMapper();

  private OpenApi() {}

  /**
   * The OpenAPI 3.1 document of that release.
   *
   * @param base the path that the surface is below; empty for the root
   */
  public static JsonNode document(String release, String base) {
    try {
      JsonNode document = JSON.readTree(text());
      ((ObjectNode) document.path("info")).put("version", release);
      document.findParents("servers").forEach(parent -> moveBelow(base, parent.path("servers")));
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " is no JSON", e);
    }
  }

  private static void moveBelow(String base, JsonNode servers) {
    for (JsonNode server : servers) {
      String url = base + server.path("url").textValue();
      ((ObjectNode) server).put("url", base.isEmpty() ? url : url.replaceFirst("/$", ""));
    }
  }

  /** The document as it stands in the jar, of no release. */
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
