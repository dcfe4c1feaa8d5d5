package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deleted databases and goldens that can still be restored. Thread-safe. */
public final class DeletedResources {
  private final TypedApi api;

  DeletedResources(TypedApi api) {
    this.api = api;
  }

  /** Returns what the caller may restore, earliest deletion first. */
  public List<Deleted> list() {
    return api.list("/v1/deleted", "deleted", Deleted.class);
  }

  /** Restores a resource under its former name. */
  public Restored restore(String id) {
    return api.post(path(id) + "/restore", Restored.class);
  }

  /** Restores a resource under a new name. */
  public Restored restore(String id, String name) {
    return api.post(path(id) + "/restore", Map.of("name", name), Restored.class);
  }

  /** Removes a deleted resource permanently. */
  public void delete(String id) {
    api.delete(path(id));
  }

  private static String path(String id) {
    return TypedApi.path("/v1/deleted/", id);
  }

  /**
   * A deleted resource that can be restored.
   *
   * @param kind one of database, golden
   * @param name former name, which may be in use again
   * @param owner id of the member who owns the database; null for a golden
   * @param deletedBy id of the member who deleted it
   * @param restorableUntil time of its permanent removal
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
   * A restored resource.
   *
   * @param kind one of database, golden
   * @param name current name
   */
  public record Restored(String id, String kind, String name) {}
}
