package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Masking rules of sources. Thread-safe. */
public final class Masking {
  private final TypedApi api;

  Masking(TypedApi api) {
    this.api = api;
  }

  /** Sets the rules of a source, which later imports use. */
  public MaskingRules put(String source, PutMaskingRulesRequest request) {
    return api.put(path(source), request, MaskingRules.class);
  }

  /** Returns the rules of a source. */
  public MaskingRules get(String source) {
    return api.get(path(source), MaskingRules.class);
  }

  /** Returns the rules of a source; empty if it has none. */
  public Optional<MaskingRules> find(String source) {
    return api.find(path(source), MaskingRules.class);
  }

  /** Returns the versions of a source's rules, newest first. */
  public List<MaskingRulesVersion> versions(String source) {
    return api.list(path(source) + "/versions", "versions", MaskingRulesVersion.class);
  }

  /** Proposes rules for a source, from its catalogue and samples of its rows. */
  public MaskingPlan plan(String source) {
    return api.post(path(source) + "/plan", MaskingPlan.class);
  }

  /** Compares rules with the schema of a source. */
  public MaskingCheck check(String source, CheckMaskingRulesRequest request) {
    return api.post(path(source) + "/check", request, MaskingCheck.class);
  }

  /** Returns rows of a table as they are and masked; for admins. */
  public MaskingPreview preview(String source, String table) {
    return api.post(path(source) + "/preview", Map.of("table", table), MaskingPreview.class);
  }

  private static String path(String source) {
    return TypedApi.path("/v1/sources/", source) + "/masking";
  }

  /**
   * A version of the rules of a source.
   *
   * @param rules text of the rules file
   * @param createdBy address of the member who set the rules
   */
  public record MaskingRules(int version, String rules, String createdBy, Instant createdAt) {}

  /** A version of the rules of a source, without the rules. */
  public record MaskingRulesVersion(int version, String createdBy, Instant createdAt) {}

  /**
   * Proposed rules.
   *
   * @param rules text of a rules file
   */
  public record MaskingPlan(String rules) {}

  /**
   * The result of a comparison of rules with a schema.
   *
   * @param complete whether an import can use the rules
   */
  public record MaskingCheck(boolean complete, List<MaskingFinding> findings) {}

  /**
   * A difference between rules and a schema.
   *
   * @param path what it concerns, as in {@code public.customer.email}; empty for the whole file
   * @param linesToAdd lines for the rules file; null if lines have to be changed or removed
   * @param isError whether an import with the rules fails
   */
  public record MaskingFinding(
      String path,
      String message,
      @Nullable String linesToAdd,
      @JsonProperty("error") boolean isError) {}

  /** Rows before and after masking, in the same order; null for NULL. */
  public record MaskingPreview(
      List<String> columns, List<List<String>> before, List<List<String>> after) {
    /** Returns the number of columns and rows only, because values must not get into a log. */
    @Override
    public String toString() {
      return "MaskingPreview[%d columns, %d rows]".formatted(columns.size(), before.size());
    }
  }

  /**
   * Request body of {@code putMaskingRules}.
   *
   * @param rules text of the rules file
   * @param replaces version that the rules replace, 0 for none; null for any
   */
  public record PutMaskingRulesRequest(String rules, @Nullable Integer replaces) {
    /** Returns a request with only the required fields. */
    public static PutMaskingRulesRequest of(String rules) {
      return new PutMaskingRulesRequest(rules, null);
    }

    /** Returns a copy with the given {@code replaces}. */
    public PutMaskingRulesRequest withReplaces(int replaces) {
      return new PutMaskingRulesRequest(rules, replaces);
    }
  }

  /**
   * Request body of {@code checkMaskingRules}.
   *
   * @param rules text of a rules file; null for the source's own rules
   */
  public record CheckMaskingRulesRequest(@Nullable String rules) {
    /** Returns a request with only the required fields. */
    public static CheckMaskingRulesRequest of() {
      return new CheckMaskingRulesRequest(null);
    }

    /** Returns a copy with the given {@code rules}. */
    public CheckMaskingRulesRequest withRules(String rules) {
      return new CheckMaskingRulesRequest(rules);
    }
  }
}
