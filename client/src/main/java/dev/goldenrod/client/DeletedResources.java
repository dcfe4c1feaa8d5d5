package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Databases and goldens that were deleted and can be restored for a while. Thread-safe. */
public final class DeletedResources {
  private final TypedApi api;

  DeletedResources(TypedApi api) {
    this.api = api;
  }

  /** Those that the caller may restore, what was deleted first before the rest. */
  public List<Deleted> list() {
    return api.list("/v1/deleted", "deleted", Deleted.class);
  }

  /** Restores the one of that id under the name that it had. */
  public Restored restore(String id) {
    return api.post(path(id) + "/restore", Restored.class);
  }

  /** Restores the one of that id under another name. */
  public Restored restore(String id, String name) {
    return api.post(path(id) + "/restore", Map.of("name", name), Restored.class);
  }

  /** Removes the one of that id for good. */
  public void delete(String id) {
    api.delete(path(id));
  }

  private static String path(String id) {
    return TypedApi.path("/v1/deleted/", id);
  }

  /**
   * Something that can be restored.
   *
   * @param kind one of database, golden
   * @param name the one that it had; something else may have it by now
   * @param owner the id of the member whose database it is; null for a golden
   * @param deletedBy the id of the member who deleted it
   * @param restorableUntil when it is removed for good
   */
  public record Deleted(
      String id,
      String kind,
      String name,
      @Nullable String owner,
      Instant deletedAt,
      String deletedBy,
      Instant restorableUntil) {}

  /**
   * What was restored.
   *
   * @param kind one of database, golden
   * @param name the one that it has now
   */
  public record Restored(String id, String kind, String name) {}
}
