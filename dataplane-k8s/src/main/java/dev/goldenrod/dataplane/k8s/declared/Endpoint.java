package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;

/** Writes {@code host:port} into a status as two fields. */
final class Endpoint {
  private Endpoint() {}

  /**
   * Adds both; neither for an empty endpoint.
   *
   * @param endpoint {@code host:port}, or empty
   */
  static void add(JsonObject fields, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    if (colon > 0) {
      fields.addProperty("host", endpoint.substring(0, colon));
      fields.addProperty("port", Integer.parseInt(endpoint.substring(colon + 1)));
    }
  }
}
