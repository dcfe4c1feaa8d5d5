package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Pools;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.member.Role;
import dev.goldenrod.pool.PoolState;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages and forms of pools. */
class PoolPagesTest extends ConsoleFixture {
  @BeforeEach
  void make_a_golden() {
    server.golden("shop");
  }

  @Test
  void a_pool_is_created_filled_changed_and_deleted() {
    String path = create("2").headers().firstValue("Location").orElseThrow();
    server.work();
    assertThat(browser.get("/pools").body()).contains("2 of 2", "newest (1)");

    String old = browser.get(path).body();
    browser.sendFrom(path, path + "/number", "target", "3");
    assertThat(browser.sendFromShown(old, path + "/number", "target", "1").statusCode())
        .isEqualTo(409);
    assertThat(browser.get(path).body()).contains("2 of 3");

    assertThat(browser.get(path + "/delete").body()).contains("Its 2 ready clones are deleted");
    browser.sendFrom(path + "/delete", path + "/delete");
    assertThat(server.control.pools().list(server.admin)).isEmpty();
  }

  @Test
  void a_pool_of_too_many_clones_is_refused() {
    HttpResponse<String> refused = create("1000");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("The field clones to keep ready 1000 must be 1 to 100");
  }

  @Test
  void a_pool_is_of_one_of_many_goldens() {
    server.goldens("team", 60);

    assertThat(browser.get("/pools/new").body())
        .contains("first 50 of 61 goldens", "shop, newest version 1")
        .doesNotContain("team-050,");
    assertThat(browser.get("/pools/new?golden=team-059").body())
        .contains("name=\"golden\" value=\"team-059\"", "another golden");
    assertThat(browser.get("/pools/new?golden=crm").body())
        .contains("There is no golden crm", "shop, newest version 1");
  }

  @Test
  void the_version_of_a_pool_is_chosen_from_those_of_the_golden() {
    server.golden("shop");

    assertThat(browser.get("/pools/new").body())
        .contains("The pool follows the newest version")
        .doesNotContain("name=\"version\"");
    assertThat(browser.get("/pools/new?golden=shop").body())
        .contains("<option value=\"\">the newest, also later ones (2)</option>")
        .contains("<option value=\"1\">1</option>");
    browser.sendFrom(
        "/pools/new?golden=shop", "/pools", "version", "1", "size", "small", "target", "1");
    assertThat(server.control.pools().list(server.admin).get(0).pool().version()).isEqualTo(1);
  }

  @Test
  void only_operators_see_pools_and_change_them() {
    PoolState pool =
        server
            .control
            .pools()
            .create(server.admin, new Pools.Create("shop", 0, InstanceSize.SMALL, 1));
    server.member("uma@example.com", Role.USER);
    PlainBrowser uma = server.signedIn("uma@example.com");
    String path = "/pools/" + pool.pool().id();

    for (String page : List.of("/pools", "/pools/new", path, path + "/delete")) {
      assertThat(uma.get(page).statusCode()).as(page).isEqualTo(403);
    }
    assertThat(uma.sendFrom("/", "/pools", "golden", "shop", "size", "small", "target", "1"))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(403);
    assertThat(uma.sendFrom("/", path + "/number", "target", "9").statusCode()).isEqualTo(403);
    assertThat(uma.sendFrom("/", path + "/delete").statusCode()).isEqualTo(403);
  }

  private HttpResponse<String> create(String target) {
    return browser.sendFrom(
        "/pools/new", "/pools", "golden", "shop", "size", "small", "target", target);
  }
}
