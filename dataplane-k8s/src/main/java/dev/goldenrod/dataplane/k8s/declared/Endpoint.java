package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;

final class Endpoint {
  private Endpoint() {}

  /** Adds {@code host:port} as two fields; nothing for an empty endpoint. */
  static void add(JsonObject fields, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    if (colon > 0) {
      fields.addProperty("host", endpoint.substring(0, colon));
      fields.addProperty("port", Integer.parseInt(endpoint.substring(colon + 1)));
    }
  }
}
