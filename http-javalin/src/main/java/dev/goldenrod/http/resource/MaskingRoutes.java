package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ADMIN;
import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.MaskedRows;
import dev.goldenrod.control.Masking;
import dev.goldenrod.control.MaskingCheck;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ApiResponse.SecretBody;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.source.MaskingRuleSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Routes of masking rules: {@code /v1/sources/{id}/masking}. */
record MaskingRoutes(Masking masking) {
  private static final String RULES = "/v1/sources/{id}/masking";

  record RulesView(int version, String rules, String createdBy, String createdAt) {
    static RulesView of(MaskingRuleSet rules) {
      return new RulesView(
          rules.version(), rules.rules(), rules.createdBy(), Timestamps.text(rules.createdAt()));
    }
  }

  record RulesVersionView(int version, String createdBy, String createdAt) {
    static RulesVersionView of(MaskingRuleSet.Header header) {
      return new RulesVersionView(
          header.version(), header.createdBy(), Timestamps.text(header.createdAt()));
    }
  }

  record CheckView(boolean complete, List<FindingView> findings) {
    record FindingView(
        String path,
        String message,
        @Nullable String linesToAdd,
        @JsonProperty("error") boolean isError) {}

    static CheckView of(MaskingCheck check) {
      return new CheckView(
          check.isComplete(),
          check.findings().stream()
              .map(it -> new FindingView(it.path(), it.message(), it.linesToAdd(), it.isError()))
              .toList());
    }
  }

  /** A preview contains rows as they are, which only an admin may see. */
  record PreviewView(
      List<String> columns, List<List<@Nullable String>> before, List<List<@Nullable String>> after)
      implements SecretBody {
    static PreviewView of(MaskedRows rows) {
      return new PreviewView(rows.columns(), rows.before(), rows.after());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .put(RULES, OPERATOR, this::put)
        .get(RULES, OPERATOR, this::find)
        .get(RULES + "/versions", OPERATOR, this::versions)
        .postLong(RULES + "/plan", OPERATOR, this::plan)
        .postLong(RULES + "/check", OPERATOR, this::check)
        .postLong(RULES + "/preview", ADMIN, this::preview)
        .routes();
  }

  private ApiResponse put(RequestContext request) {
    UUID id = request.id();
    Masking.Put command =
        request.readAfterExistenceCheck(
            source -> masking.versions(request.actor(), source),
            it ->
                it.read(
                    body -> new Masking.Put(id, body.text("rules"), body.intOrNull("replaces"))));
    return ApiResponse.ok(RulesView.of(masking.put(request.actor(), command)));
  }

  private ApiResponse find(RequestContext request) {
    return ApiResponse.ok(RulesView.of(masking.find(request.actor(), request.id())));
  }

  private ApiResponse versions(RequestContext request) {
    List<RulesVersionView> views =
        masking.versions(request.actor(), request.id()).stream().map(RulesVersionView::of).toList();
    return ApiResponse.ok(Map.of("versions", views));
  }

  private CompletableFuture<ApiResponse> plan(RequestContext request) {
    return masking
        .plan(request.actor(), request.id())
        .thenApply(rules -> ApiResponse.ok(Map.of("rules", rules)));
  }

  private CompletableFuture<ApiResponse> check(RequestContext request) {
    UUID id = request.id();
    String rules = request.readIfAny(body -> body.textOrNull("rules"));
    return masking
        .check(request.actor(), id, rules)
        .thenApply(check -> ApiResponse.ok(CheckView.of(check)));
  }

  private CompletableFuture<ApiResponse> preview(RequestContext request) {
    UUID id = request.id();
    String table =
        request.readAfterExistenceCheck(
            source -> masking.versions(request.actor(), source),
            it -> it.read(body -> body.text("table")));
    return masking
        .preview(request.actor(), id, table)
        .thenApply(rows -> ApiResponse.ok(PreviewView.of(rows)));
  }
}
