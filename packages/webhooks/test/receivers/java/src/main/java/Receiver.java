import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.standardwebhooks.Webhook;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Verifies webhooks with the Standard Webhooks library for Java: one JSON object a line, and "ok" or the error for each. */
public class Receiver {
  public static void main(String[] arguments) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonObject sent = JsonParser.parseString(line).getAsJsonObject();
      Map<String, List<String>> headers = new HashMap<>();
      for (var header : sent.getAsJsonObject("headers").entrySet())
        headers.put(header.getKey(), List.of(header.getValue().getAsString()));
      try {
        new Webhook(sent.get("secret").getAsString())
            .verify(sent.get("body").getAsString(), HttpHeaders.of(headers, (name, value) -> true));
        System.out.println("ok");
      } catch (Exception error) {
        System.out.println(error.getMessage());
      }
    }
  }
}
