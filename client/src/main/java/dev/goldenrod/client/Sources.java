package dev.goldenrod.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Databases that can be imported. Thread-safe. */
public final class Sources {
  private final TypedApi api;

  Sources(TypedApi api) {
    this.api = api;
  }

  /** Registers one. */
  public CreatedSource create(CreateSourceRequest request) {
    return api.post("/v1/sources", request, CreatedSource.class);
  }

  /** All of them. */
  public List<Source> list() {
    return api.list("/v1/sources", "sources", Source.class);
  }

  /** Deletes one; goldens that were imported from it stay. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/sources/", id));
  }

  /**
   * A database that can be imported.
   *
   * @param kind one of rds, s3
   * @param cluster the name of the cluster that imports run in; null when the source names none
   */
  public record Source(
      String id,
      String kind,
      String status,
      Map<String, Object> config,
      @Nullable String cluster,
      String scopedCredsRef) {}

  /**
   * A new source.
   *
   * @param kind one of rds, s3
   */
  public record CreatedSource(String id, String kind, String status) {}

  /**
   * What {@code createSource} takes.
   *
   * @param kind one of rds, s3
   * @param scopedCredsRef the secret in the data plane
   * @param cluster the name or id of the cluster that imports run in, in place of the config's
   */
  public record CreateSourceRequest(
      String kind,
      Map<String, Object> config,
      @Nullable String scopedCredsRef,
      @Nullable String cluster) {
    /** With what has to be said. */
    public static CreateSourceRequest of(String kind, Map<String, Object> config) {
      return new CreateSourceRequest(kind, config, null, null);
    }

    /** With that {@code scoped_creds_ref}. */
    public CreateSourceRequest withScopedCredsRef(String scopedCredsRef) {
      return new CreateSourceRequest(kind, config, scopedCredsRef, cluster);
    }

    /** With that {@code cluster}. */
    public CreateSourceRequest withCluster(String cluster) {
      return new CreateSourceRequest(kind, config, scopedCredsRef, cluster);
    }
  }
}
