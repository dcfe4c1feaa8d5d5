package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.SavedData;

/**
 * A snapshot that databases are made of.
 *
 * @param handle the driver's
 */
public record PreparedData(String handle, SavedData data) {}
