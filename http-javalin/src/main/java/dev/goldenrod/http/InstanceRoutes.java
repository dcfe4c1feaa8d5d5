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
        .post("/v1/instances", MEMBER, this::launch)
        .get("/v1/instances", MEMBER, this::list)
        .poll("/v1/instances/{id}", MEMBER, this::find)
        .delete("/v1/instances/{id}", MEMBER, this::destroy)
        .get("/v1/instances/{id}/credentials", MEMBER, this::credentials)
        .post("/v1/instances/{id}/reset", MEMBER, this::reset)
        .post("/v1/instances/{id}/refresh", MEMBER, this::refresh)
        .post("/v1/instances/{id}/extend", MEMBER, this::extend)
        .routes();
  }

  private Answer launch(Call call) {
    LaunchInstance command = call.read(InstanceRoutes::command);
    return Answer.created(InstanceView.of(instances.launch(call.actor(), command)));
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

  private Answer reset(Call call) {
    return found(instances.reset(call.actor(), call.id()));
  }

  private Answer refresh(Call call) {
    UUID id = call.id();
    String golden = afterLookUp(call, it -> it.readIfAny(body -> body.textOrEmpty("golden")));
    return found(instances.refresh(call.actor(), id, golden));
  }

  private Answer extend(Call call) {
    UUID id = call.id();
    String ttl = afterLookUp(call, it -> it.read(body -> body.text("ttl")));
    return found(instances.extend(call.actor(), id, ttl));
  }

  private <T> T afterLookUp(Call call, Function<Call, T> reading) {
    return call.after(id -> instances.find(call.actor(), id), reading);
  }

  private static Answer found(Instance instance) {
    return Answer.ok(InstanceView.of(instance));
  }
}
