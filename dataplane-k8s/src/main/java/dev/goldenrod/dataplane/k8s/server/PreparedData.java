package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.SavedData;

/**
 * A snapshot that databases are copied from.
 *
 * @param handle the CSI driver's id of the snapshot
 */
public record PreparedData(String handle, SavedData data) {}
