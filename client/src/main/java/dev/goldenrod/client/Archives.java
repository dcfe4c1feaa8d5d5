package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** Export of snapshots and import of archives. Thread-safe. */
public final class Archives {
  private static final int CONFLICT = 409;

  private final TypedApi api;

  Archives(TypedApi api) {
    this.api = api;
  }

  /** Downloads one part of a snapshot's archive. Numbers start at 0. */
  public ArchivePart part(String snapshot, int number) {
    String path = TypedApi.path("/v1/snapshots/", snapshot) + "/archive?part=" + number;
    return api.getBytes(
        path, "Archive-Parts", (bytes, parts) -> new ArchivePart(bytes, parts(path, parts)));
  }

  private static int parts(String path, String told) {
    if (!told.matches("[1-9]\\d{0,8}")) {
      throw new NoAnswerException(
          path + " returned no part of an archive; is it a Goldenrod server?");
    }
    return Integer.parseInt(told);
  }

  /**
   * Returns the state of an archive that is being imported.
   *
   * @param cluster name or id of the target cluster; empty for any
   */
  public Archive get(String id, String cluster) {
    return api.get(path(id) + query(cluster, "?"), Archive.class);
  }

  /** Appends up to 1 MiB. The offset is the number of bytes that the archive has so far. */
  public Archive append(String id, String cluster, long offset, byte[] bytes) {
    String path = path(id) + "?offset=" + offset + query(cluster, "&");
    try {
      return api.putBytes(path, bytes, Archive.class);
    } catch (ApiException refusal) {
      return requireAppended(id, cluster, offset + bytes.length, refusal);
    }
  }

  /** A retry is a conflict if the bytes arrived although the response was lost. */
  private Archive requireAppended(String id, String cluster, long end, ApiException refusal) {
    if (refusal.status() == CONFLICT) {
      Archive archive = get(id, cluster);
      if (archive.receivedBytes() == end) {
        return archive;
      }
    }
    throw refusal;
  }

  /**
   * Registers the archive as a version of a golden. Repeat until it has a version or has failed.
   */
  public Archive register(String id, String cluster, RegisterArchiveRequest request) {
    return api.put(path(id) + "/golden" + query(cluster, "?"), request, Archive.class);
  }

  private static String path(String id) {
    return TypedApi.path("/v1/archives/", id);
  }

  private static String query(String cluster, String first) {
    return cluster.isEmpty() ? "" : first + "cluster=" + ApiConnection.encode(cluster);
  }

  /**
   * A part of an archive.
   *
   * @param bytes compressed bytes, not copied
   * @param parts number of parts of the archive
   */
  public record ArchivePart(byte[] bytes, int parts) {}

  /**
   * An archive that is being imported.
   *
   * @param status one of receiving, unpacking, ready, failed
   * @param receivedBytes number of bytes received so far
   * @param message why it failed, what unpacking waits for, or a note about the data; may be empty
   * @param snapshotId golden that was created from it; null until it is registered
   * @param version version of that golden; null until it is registered
   */
  public record Archive(
      String id,
      String status,
      long receivedBytes,
      String message,
      @Nullable String snapshotId,
      @Nullable Integer version) {}

  /**
   * Request body of {@code registerArchive}.
   *
   * @param name name of the golden
   */
  public record RegisterArchiveRequest(String name) {}
}
