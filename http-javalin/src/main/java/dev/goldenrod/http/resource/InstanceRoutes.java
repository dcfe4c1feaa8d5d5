package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.CALLER;
import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Page;
import dev.goldenrod.control.PageRequest;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ApiResponse.SecretBody;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.OutcomeUnknown;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Scope;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Routes of instances: {@code /v1/instances}. */
record InstanceRoutes(Instances instances, Clusters clusters, LongPolls polls) {
  record InstanceView(
      UUID id,
      @Nullable String name,
      UUID ownerUser,
      String golden,
      int goldenVersion,
      @Nullable CopyMaskingView masking,
      @Nullable String cluster,
      String namespace,
      String size,
      String ttl,
      int resetGeneration,
      String desiredState,
      String phase,
      String endpoint,
      String message,
      String createdAt,
      String expiresAt) {
    static InstanceView of(Instance instance, @Nullable String cluster) {
      InstanceSpec spec = instance.spec();
      return new InstanceView(
          instance.id(),
          instance.name(),
          instance.ownerId(),
          spec.golden().name(),
          spec.golden().version(),
          CopyMaskingView.of(spec.golden()),
          cluster,
          spec.namespace(),
          spec.size().wireName(),
          spec.ttl().toString(),
          spec.resetGeneration(),
          spec.desiredState().wireName(),
          instance.phase().wireName(),
          instance.status().endpoint(),
          instance.status().message(),
          Timestamps.text(instance.createdAt()),
          Timestamps.text(spec.expiresAt()));
    }
  }

  record CredentialsView(
      String uri,
      String host,
      int port,
      String dbname,
      String username,
      String password,
      @JsonInclude(Include.NON_EMPTY) String sslmode)
      implements SecretBody {
    static CredentialsView of(Credentials credentials) {
      return new CredentialsView(
          credentials.uri(),
          credentials.host(),
          credentials.port(),
          credentials.dbname(),
          credentials.username(),
          credentials.password(),
          credentials.sslmode());
    }

    /** Omits the password. */
    @Override
    public String toString() {
      return "CredentialsView[" + username + "@" + host + ":" + port + "/" + dbname + "]";
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.SHOWN, Scope.Kind.GOLDEN)
        .post(
            "/v1/instances",
            MEMBER,
            ReplayableHandler.of(201, this::launch, this::view, this::storedView))
        .get("/v1/instances", CALLER, this::list)
        .poll("/v1/instances/{id}", CALLER, this::find)
        .delete("/v1/instances/{id}", MEMBER, 202, this::delete)
        .getSecret("/v1/instances/{id}/credentials", MEMBER, this::credentials)
        .postWithoutReplay("/v1/instances/{id}/credentials/reset", MEMBER, this::resetCredentials)
        .post(
            "/v1/instances/{id}/reset",
            MEMBER,
            ReplayableHandler.of(200, this::reset, this::view, this::storedView))
        .post(
            "/v1/instances/{id}/refresh",
            MEMBER,
            ReplayableHandler.of(200, this::refresh, this::view, this::storedView))
        .post(
            "/v1/instances/{id}/extend",
            MEMBER,
            ReplayableHandler.of(200, this::extend, this::view, this::storedView))
        .routes();
  }

  private Instance launch(RequestContext request, Idempotency<Instance> idempotency) {
    return instances.launch(request.actor(), request.read(InstanceRoutes::command), idempotency);
  }

  private static Instances.Launch command(Body body) {
    String golden = body.text("golden");
    String ttl = body.text("ttl");
    int version = body.intOrZero("version");
    String cluster = body.textOrEmpty("cluster");
    String name = body.textOrNull("name");
    return new Instances.Launch(golden, size(body), Ttl.parse(ttl), version, cluster, name);
  }

  private static InstanceSize size(Body body) {
    return body.namedOrElse(
        "size", InstanceSize::parse, "must be small, medium or large", InstanceSize.SMALL);
  }

  private ApiResponse list(RequestContext request) {
    return PageViews.response(
        "instances",
        PageViews.optionalPageRequest(request),
        asked -> page(request, asked),
        () -> all(request),
        found -> found.stream().map(this::view).toList());
  }

  private Page<Instance> page(RequestContext request, PageRequest asked) {
    if (request.query("name").isPresent()) {
      throw ControlPlaneException.invalid("name", "cannot be given together with limit or cursor");
    }
    return instances.list(request.caller(), asked);
  }

  private List<Instance> all(RequestContext request) {
    Caller caller = request.caller();
    return request
        .query("name")
        .map(name -> instances.listNamed(caller, name))
        .orElseGet(() -> instances.list(caller));
  }

  private CompletableFuture<ApiResponse> find(RequestContext request) {
    UUID id = request.id();
    return readAfterExistenceCheck(request, RequestContext::requestedWait)
        .map(atMost -> instances.awaitSettled(request.actor(), id, atMost))
        .map(settled -> polls.await(settled, () -> instances.find(request.caller(), id)))
        .orElseGet(() -> CompletableFuture.completedFuture(instances.find(request.caller(), id)))
        .thenApply(instance -> ApiResponse.ok(view(instance)));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    instances.delete(request.actor(), request.id(), idempotency);
  }

  private ApiResponse credentials(RequestContext request) {
    return ApiResponse.ok(CredentialsView.of(instances.credentials(request.actor(), request.id())));
  }

  private ApiResponse resetCredentials(RequestContext request) {
    return ApiResponse.ok(
        CredentialsView.of(
            OutcomeUnknown.duringChange(
                () -> instances.resetCredentials(request.actor(), request.id()))));
  }

  private Instance reset(RequestContext request, Idempotency<Instance> idempotency) {
    return instances.reset(request.actor(), request.id(), idempotency);
  }

  private Instance refresh(RequestContext request, Idempotency<Instance> idempotency) {
    UUID id = request.id();
    String golden =
        readAfterExistenceCheck(request, it -> it.readIfAny(body -> body.textOrEmpty("golden")));
    return instances.refresh(request.actor(), id, golden, idempotency);
  }

  private Instance extend(RequestContext request, Idempotency<Instance> idempotency) {
    UUID id = request.id();
    Ttl ttl = readAfterExistenceCheck(request, it -> it.read(body -> Ttl.parse(body.text("ttl"))));
    return instances.extend(request.actor(), id, ttl, idempotency);
  }

  private <T> T readAfterExistenceCheck(
      RequestContext request, Function<RequestContext, T> reading) {
    return request.readAfterExistenceCheck(id -> instances.find(request.caller(), id), reading);
  }

  private InstanceView view(Instance instance) {
    return InstanceView.of(
        instance, clusters.name(instance.orgId(), instance.clusterId()).orElse(null));
  }

  private InstanceView storedView(Instance instance) {
    return InstanceView.of(instance, clusters.nameInChange(instance.clusterId()).orElse(null));
  }
}
