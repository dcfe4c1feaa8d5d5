package dev.goldenrod.console.browser;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import java.util.UUID;
import java.util.stream.Stream;

/** The pages of a console in which there is something of each kind. */
final class PagesWithData {
  private final UUID golden;
  private final Instance clone;

  PagesWithData(ServedConsole server) {
    golden = server.golden("shop");
    clone =
        server
            .control
            .instances()
            .launch(
                server.admin,
                new Instances.Launch(
                    "shop", InstanceSize.SMALL, Ttl.parse("8h"), 0, "", "a-clone"));
    server.work();
  }

  /** Returns the path of each page, in the order of the navigation. */
  Stream<String> paths() {
    return Stream.of(
        "/",
        "/clones",
        "/clones/new",
        "/clones/" + clone.id(),
        "/clones/" + clone.id() + "/delete",
        "/goldens",
        "/goldens/" + golden,
        "/no-such-page");
  }
}
