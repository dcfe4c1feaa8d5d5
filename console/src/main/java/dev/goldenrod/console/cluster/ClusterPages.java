package dev.goldenrod.console.cluster;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.RepeatedForms;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Clusters;
import java.util.List;

/** Clusters and their agents, for operators. */
public record ClusterPages(Clusters clusters) {
  private static final String PATH = "/clusters";

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/clusters/{id}", this::show)
        .get("/clusters/{id}/token", this::confirmToken)
        .get("/clusters/{id}/delete", this::confirmDeletion)
        .post(PATH, new RepeatedForms().once(this::create))
        .post("/clusters/{id}/token", this::renewToken)
        .post("/clusters/{id}/delete", this::delete);
  }

  private Html list(Visit visit) {
    List<ClusterRow> rows =
        clusters.list(visit.actor()).stream().map(one -> ClusterRow.of(clusters, one)).toList();
    return new Html("clusters", "Clusters")
        .with("clusters", Slice.of(visit, rows))
        .with("self", visit.target());
  }

  private Html show(Visit visit) {
    ClusterRow row = find(visit);
    return new Html("cluster", row.cluster().name()).with("row", row);
  }

  private ClusterRow find(Visit visit) {
    return ClusterRow.of(clusters, clusters.find(visit.actor(), visit.id()));
  }

  private Html confirmToken(Visit visit) {
    ClusterRow row = find(visit);
    return confirm(row, "Renew the token of " + row.cluster().name(), "Renew the token")
        .with(
            "consequence",
            "The agent is disconnected and ends; start it again with the new token. Its databases"
                + " keep running meanwhile.")
        .with("action", row.path() + "/token");
  }

  private Html confirmDeletion(Visit visit) {
    ClusterRow row = find(visit);
    return confirm(row, "Delete " + row.cluster().name(), "Delete the cluster")
        .with(
            "consequence",
            "The agent is disconnected and its token revoked. This is refused while the cluster has"
                + " clones, databases or snapshots.")
        .with("action", row.path() + "/delete");
  }

  private static Html confirm(ClusterRow row, String title, String button) {
    return new Html("confirm", title)
        .with("question", title + "?")
        .with("button", button)
        .with("back", row.path());
  }

  private Answer create(Visit visit) {
    Clusters.Created created = clusters.create(visit.actor(), visit.field("name"));
    return shown(visit, created.cluster().name(), created.agentToken());
  }

  private Answer renewToken(Visit visit) {
    String name = clusters.find(visit.actor(), visit.id()).name();
    return shown(visit, name, clusters.renewToken(visit.actor(), visit.id()));
  }

  private static Answer shown(Visit visit, String name, String token) {
    return Answer.show(
        new Html("cluster-token", "Token of " + name)
            .with("name", name)
            .with("token", token)
            .with("address", visit.address()));
  }

  private Answer delete(Visit visit) {
    String name = clusters.find(visit.actor(), visit.id()).name();
    clusters.delete(visit.actor(), visit.id());
    return Answer.goTo(PATH, "Cluster " + name + " has been deleted.");
  }
}
