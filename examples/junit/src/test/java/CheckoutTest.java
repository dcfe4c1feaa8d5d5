import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.goldenrod.junit.Clone;
import dev.goldenrod.junit.Goldenrod;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CheckoutTest {
  @RegisterExtension
  static Goldenrod db =
      Goldenrod.embedded().golden("shop", from -> from.migrations("db/migration"));

  @Test
  void pays(@Clone DataSource shop) throws SQLException {
    try (Connection connection = shop.getConnection();
        Statement statement = connection.createStatement()) {
      assertEquals(1, statement.executeUpdate("insert into payments (amount) values (42)"));
    }
  }
}
