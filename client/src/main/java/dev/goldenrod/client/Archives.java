package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** Snapshots that leave an installation, and archives of them that come in. Thread-safe. */
public final class Archives {
  private final TypedApi api;

  Archives(TypedApi api) {
    this.api = api;
  }

  /** Reads a part of the archive of the snapshot of that id, from 0. */
  public ArchivePart part(String snapshot, int number) {
    String path = TypedApi.path("/v1/snapshots/", snapshot) + "/archive?part=" + number;
    return api.getBytes(
        path, "Archive-Parts", (bytes, parts) -> new ArchivePart(bytes, parts(path, parts)));
  }

  private static int parts(String path, String told) {
    if (!told.matches("[1-9]\\d{0,8}")) {
      throw new NoAnswerException(
          path + " was answered with no part of an archive; is it a server of Goldenrod?");
    }
    return Integer.parseInt(told);
  }

  /**
   * The archive of that id, as it is being brought in.
   *
   * @param cluster where to, by name or id; empty for any
   */
  public Archive get(String id, String cluster) {
    return api.get(path(id) + query(cluster, "?"), Archive.class);
  }

  /** Appends bytes to it, 1 MiB at most, which has that many so far. */
  public Archive append(String id, String cluster, long offset, byte[] bytes) {
    String path = path(id) + "?offset=" + offset + query(cluster, "&");
    return api.putBytes(path, bytes, Archive.class);
  }

  /** Has it become a version of that golden; to be repeated until it has a version, or failed. */
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
   * @param bytes compressed, and not copied
   * @param parts how many the archive has
   */
  public record ArchivePart(byte[] bytes, int parts) {}

  /**
   * An archive that is brought in.
   *
   * @param status one of receiving, unpacking, ready, failed
   * @param receivedBytes how many bytes of it are there
   * @param message why it failed, what its unpacking waits for, or what is to be known of the data;
   *     may be empty
   * @param snapshotId the golden that it became a version of; null until then
   * @param version the number of that; null until then
   */
  public record Archive(
      String id,
      String status,
      long receivedBytes,
      String message,
      @Nullable String snapshotId,
      @Nullable Integer version) {}

  /**
   * What {@code registerArchive} takes.
   *
   * @param name the golden's
   */
  public record RegisterArchiveRequest(String name) {}
}
