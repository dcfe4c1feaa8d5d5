package dev.goldenrod.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sources of imports. Thread-safe. */
public final class Sources {
  private final TypedApi api;

  Sources(TypedApi api) {
    this.api = api;
  }

  /** Registers a source. */
  public CreatedSource create(CreateSourceRequest request) {
    return api.post("/v1/sources", request, CreatedSource.class);
  }

  /** Returns all sources. */
  public List<Source> list() {
    return api.list("/v1/sources", "sources", Source.class);
  }

  /** Connects to a source as an import does, and changes nothing. */
  public SourceCheck check(String id) {
    return api.post(TypedApi.path("/v1/sources/", id) + "/check", SourceCheck.class);
  }

  /** Deletes a source. Goldens that were imported from it are kept. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/sources/", id));
  }

  /**
   * A database or dump that can be imported.
   *
   * @param kind one of rds, s3
   * @param cluster name of the cluster that runs its imports; null if not specified
   * @param requireMasking whether imports without masking are refused
   */
  public record Source(
      String id,
      String kind,
      String status,
      Map<String, Object> config,
      @Nullable String cluster,
      String scopedCredsRef,
      boolean requireMasking) {}

  /**
   * What an import would find in a source.
   *
   * @param version version of PostgreSQL, such as 15.13
   * @param sizeBytes size of the database
   * @param tables number of tables with their own data
   * @param warnings what an import would leave out, and weaknesses of the login
   */
  public record SourceCheck(String version, long sizeBytes, long tables, List<String> warnings) {}

  /**
   * A new source.
   *
   * @param kind one of rds, s3
   */
  public record CreatedSource(String id, String kind, String status) {}

  /**
   * Request body of {@code createSource}.
   *
   * @param kind one of rds, s3
   * @param scopedCredsRef the secret in the data plane
   * @param cluster name or id of the cluster that runs imports; overrides that of the config
   * @param requireMasking whether to refuse imports without masking
   */
  public record CreateSourceRequest(
      String kind,
      Map<String, Object> config,
      @Nullable String scopedCredsRef,
      @Nullable String cluster,
      @Nullable Boolean requireMasking) {
    /** Returns a request with only the required fields. */
    public static CreateSourceRequest of(String kind, Map<String, Object> config) {
      return new CreateSourceRequest(kind, config, null, null, null);
    }

    /** Returns a copy with the given {@code scoped_creds_ref}. */
    public CreateSourceRequest withScopedCredsRef(String scopedCredsRef) {
      return new CreateSourceRequest(kind, config, scopedCredsRef, cluster, requireMasking);
    }

    /** Returns a copy with the given {@code cluster}. */
    public CreateSourceRequest withCluster(String cluster) {
      return new CreateSourceRequest(kind, config, scopedCredsRef, cluster, requireMasking);
    }

    /** Returns a copy with the given {@code require_masking}. */
    public CreateSourceRequest withRequireMasking(boolean requireMasking) {
      return new CreateSourceRequest(kind, config, scopedCredsRef, cluster, requireMasking);
    }
  }
}
