package dev.goldenrod.http.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;

/** An HTTP response. */
record Reply(HttpResponse<String> response) {
  private static final JsonMapper JSON = new JsonMapper();

  int status() {
    return response.statusCode();
  }

  String body() {
    return response.body();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  JsonNode json() {
    try {
      return JSON.readTree(body());
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + body(), e);
    }
  }
}
