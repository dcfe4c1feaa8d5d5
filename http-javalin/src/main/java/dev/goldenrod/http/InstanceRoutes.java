package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.MEMBER;

import dev.goldenrod.control.Instances;
import dev.goldenrod.control.LaunchInstance;
import dev.goldenrod.http.view.CredentialsView;
import dev.goldenrod.http.view.InstanceView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.LongPolls;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.instance.Instance;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Instances: {@code /v1/instances}. */
final class InstanceRoutes {
  private final Instances instances;
  private final LongPolls polls;

  InstanceRoutes(Instances instances, LongPolls polls) {
    this.instances = instances;
    this.polls = polls;
  }

  List<Route> routes() {
    return new RouteTable(Wording.REASONED)
        .post("/v1/instances", MEMBER, this::launch, InstanceRoutes::launched)
        .get("/v1/instances", MEMBER, this::list)
        .poll("/v1/instances/{id}", MEMBER, this::find)
        .delete("/v1/instances/{id}", MEMBER, this::destroy)
        .get("/v1/instances/{id}/credentials", MEMBER, this::credentials)
        .post("/v1/instances/{id}/reset", MEMBER, this::reset, InstanceRoutes::found)
        .post("/v1/instances/{id}/refresh", MEMBER, this::refresh, InstanceRoutes::found)
        .post("/v1/instances/{id}/extend", MEMBER, this::extend, InstanceRoutes::found)
        .routes();
  }

  private Instance launch(Call call, IdempotencyKey<Instance> key) {
    return instances.launch(call.actor(), call.read(InstanceRoutes::command), key);
  }

  private static Answer launched(Instance instance) {
    return Answer.created(InstanceView.of(instance));
  }

  private static LaunchInstance command(Body body) {
    return new LaunchInstance(
        body.text("golden"), body.textOrEmpty("size"), body.text("ttl"), body.intOrZero("version"));
  }

  private Answer list(Call call) {
    List<InstanceView> views = instances.list(call.actor()).stream().map(InstanceView::of).toList();
    return Answer.ok(Map.of("instances", views));
  }

  private CompletableFuture<Answer> find(Call call) {
    UUID id = call.id();
    return afterLookUp(call, Call::waiting)
        .map(atMost -> instances.settled(call.actor(), id, atMost))
        .map(settled -> polls.hold(settled, () -> instances.find(call.actor(), id)))
        .orElseGet(() -> CompletableFuture.completedFuture(instances.find(call.actor(), id)))
        .thenApply(InstanceRoutes::found);
  }

  private Answer destroy(Call call) {
    instances.destroy(call.actor(), call.id());
    return Answer.accepted();
  }

  private Answer credentials(Call call) {
    return Answer.ok(CredentialsView.of(instances.credentials(call.actor(), call.id())));
  }

  private Instance reset(Call call, IdempotencyKey<Instance> key) {
    return instances.reset(call.actor(), call.id(), key);
  }

  private Instance refresh(Call call, IdempotencyKey<Instance> key) {
    UUID id = call.id();
    String golden = afterLookUp(call, it -> it.readIfAny(body -> body.textOrEmpty("golden")));
    return instances.refresh(call.actor(), id, golden, key);
  }

  private Instance extend(Call call, IdempotencyKey<Instance> key) {
    UUID id = call.id();
    String ttl = afterLookUp(call, it -> it.read(body -> body.text("ttl")));
    return instances.extend(call.actor(), id, ttl, key);
  }

  private <T> T afterLookUp(Call call, Function<Call, T> reading) {
    return call.after(id -> instances.find(call.actor(), id), reading);
  }

  private static Answer found(Instance instance) {
    return Answer.ok(InstanceView.of(instance));
  }
}
