package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ClustersTest extends ConsoleFixture {
  private static final Pattern TOKEN = Pattern.compile("id=\"token\">(grt_[^<]+)<");

  @Test
  void clusters_are_shown_with_their_space() {
    assertThat(browser.get("/clusters").body())
        .contains("online", "<meter", "used,", "free</span>");
  }

  @Test
  void a_registered_cluster_shows_its_token_once_and_gets_another_one() {
    String first = token(browser.sendFrom("/clusters", "/clusters", "name", "edge"));
    String path = "/clusters/" + edge().id();

    assertThat(browser.get(path).body()).contains("offline").doesNotContain(first);
    String second = token(browser.sendFrom(path + "/token", path + "/token"));
    assertThat(second).isNotEqualTo(first);
    assertThat(edge().agentTokenSha256()).isNotNull();
    browser.sendFrom(path + "/delete", path + "/delete");

    assertThat(browser.get("/clusters").body()).doesNotContain(">edge<");
  }

  @Test
  void a_cluster_of_the_server_itself_can_neither_be_deleted_nor_get_a_token() {
    Cluster own =
        server.control.clusters().list(server.admin).stream()
            .filter(cluster -> cluster.kind() == ClusterKind.EMBEDDED)
            .findFirst()
            .orElseThrow();
    String path = "/clusters/" + own.id();

    assertThat(browser.get(path).body()).doesNotContain(path + "/delete", path + "/token");
    assertThat(browser.sendFrom("/clusters", path + "/delete").statusCode()).isEqualTo(409);
  }

  @Test
  void users_see_engines_but_no_clusters() {
    server.member(ANN, Role.USER);
    server.dataPlane.setEngines(
        List.of(EngineVersion.unavailable("postgresql", "15", "<b>install it</b>")));
    PlainBrowser user = server.signedIn(ANN);

    assertThat(user.get("/engines").body())
        .contains("&lt;b&gt;install it&lt;/b&gt;", "cannot run")
        .doesNotContain("<b>install");
    assertThat(user.get("/engines?cluster=none").body()).contains("No engine is known");
    assertThat(user.get("/clusters").statusCode()).isEqualTo(403);
    assertThat(user.sendFrom("/", "/clusters", "name", "edge").statusCode()).isEqualTo(403);
  }

  @Test
  void a_deleted_golden_is_restored_under_another_name_or_removed() {
    UUID shop = server.golden("shop");
    UUID crm = server.golden("crm");
    server.control.goldens().delete(server.admin, shop, false);
    server.control.goldens().delete(server.admin, crm, false);
    server.golden("shop");
    String restore = "/deleted/" + shop + "/restore";

    assertThat(browser.get("/deleted").body()).contains("shop", "crm");
    assertThat(browser.sendFrom(restore, restore, "name", "shop").body()).contains("is in use");
    HttpResponse<String> restored = browser.sendFrom(restore, restore, "name", "old-shop");
    assertThat(restored.headers().firstValue("Location")).hasValue("/goldens/" + shop);
    String remove = "/deleted/" + crm + "/remove";
    assertThat(browser.get(remove).body()).contains("cannot be restored");
    browser.sendFrom(remove, remove);

    assertThat(browser.get("/deleted").body()).contains("There is nothing to restore");
    assertThat(browser.get(restore).statusCode()).isEqualTo(404);
  }

  @Test
  void users_cannot_restore_goldens() {
    UUID shop = server.golden("shop");
    server.control.goldens().delete(server.admin, shop, false);
    server.member(ANN, Role.USER);
    PlainBrowser user = server.signedIn(ANN);

    assertThat(user.get("/deleted").body()).doesNotContain("shop");
    assertThat(user.sendFrom("/", "/deleted/" + shop + "/restore", "name", "").statusCode())
        .isEqualTo(404);
    assertThat(user.sendFrom("/", "/deleted/" + shop + "/remove").statusCode()).isEqualTo(404);
  }

  private Cluster edge() {
    return server.control.clusters().list(server.admin).stream()
        .filter(cluster -> cluster.name().equals("edge"))
        .findFirst()
        .orElseThrow();
  }

  private static String token(HttpResponse<String> shown) {
    Matcher token = TOKEN.matcher(shown.body());
    assertThat(token.find()).as(shown.body()).isTrue();
    assertThat(shown.body()).contains("goldenrod agent --server http://127.0.0.1:");
    return token.group(1);
  }
}
