/** Sentences that describe no API, by how they are put. */

/** Orders to whoever reads: each begins what is not described any more. */
export const injections: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|overlook)\b(?=[^.!?\n]*\b(?:previous|earlier|prior|above|your|hidden|all)\s+(?:\w+\s+){0,2}(?:instruct\w*|directions|prompts?|rules|guidelines))/iu,
  /(?:^|[.!?:;,\n]\s*|\b(?:then|please|now)\s+)(?:ignore|disregard|forget|override|bypass|overlook)\s+(?:(?:all|every|any)\b|every(?:thing)?|your|the\s+(?:above|rules|instructions)|what|whatever|safety(?=\s+and)|previous|earlier|prior)\b(?=[^.!?\n]*\b(?:run|instruct\w*|rules?|prompts?|guidelines?|everything|above|previous|earlier|prior|told|restrictions|safety)\b)/iu,
  /(?:^|[.!?:;,\n]\s*|\b(?:then|and|please|now)\s+)(?:print|reveal|show|output|repeat|tell|display|leak|dump|expose|send|give|list|recite)\b(?=[^.!?\n]*\b(?:system (?:prompt|message)|your (?:\w+ )?(?:prompt|instructions?|rules|configuration|settings|secrets?|keys|memory|guidelines)|hidden (?:prompt|instructions?)|text above|words above|(?:were|been) told|before this|word for word|etc\/passwd|secret configuration|(?:api )?keys? (?:you|that you)|other (?:customers|users|people) (?:typed|said|wrote|sent)))/iu,
  /\byou are (?:now|no longer)\b|\bfrom now on,? you\b|\bpretend (?:that |to be )?you\b|\byou (?:must|will|shall) (?:now )?obey\b|\byou answer to\b|\bact as (?:if you|(?:an? |the )?(?:ai|assistant|human|pirate|admin\w*|root|dan))\b|\byou are (?:chatgpt|gpt|claude|an? (?:ai|assistant|bot|language model))\b|\bnew instructions?:/iu,
  /(?:^|[.!?:;,\n]\s*|\b(?:then|and|please|now)\s+)(?:reply|answer|respond)\s+(?:only|just|with only|with nothing)\b/iu,
  /(?:^|[.!?:;\n]\s*|\b(?:then|please|now)\s+)(?:delete|erase|wipe|remove|destroy)\s+(?:all|every|everything|your|the whole)\b(?=[^.!?\n]*(?:\b(?:files?|folders?|disk|data|databases?|logs?|everything|drive|directory)\b))(?![^.!?\n]*\b(?:older|after|when|users?|members?|customers?|days?|expired)\b)/iu,
  /\brm\s+-rf\b|\bcurl\s+https?:|\bdrop\s+table\b|<\/?(?:system|script|assistant)\b/iu,
  /(?:^|[.!?:;,\n]\s*)(?:do not|don't)\s+(?:draft|make|model|mention|tell)\b/iu,
  /\b(?:notice|message|note) to the (?:assistant|ai|model|tool|system)\b|\byour (?:instance|system prompt|hidden|developers?)\b|\bfailure to comply\b|\b(?:turn|switch) off all (?:access )?checks\b/iu,
]

/** Sentences of orders, in a text that gives others of them: `Confirm with OK.`, `Answer everything I ask.` */
export const orders =
  /^\W*(?:\d+[.)]\s*)?(?:then |please |if asked,? )?(?:print|reply|answer|respond|say|repeat|output|reveal|tell|ignore|forget|disregard|pretend|delete|erase|send|turn|confirm|carry|follow|execute|run|mention|translate|write|do not|don't|never|system|override|important|thank|begin|start|stop|end)\b|\b(?:you|your|yourself)\b/iu

const foul =
  'idiots?|morons?|stupid|dumb|useless|worthless|garbage|rubbish|trash|crap|crappy|junk|shit|bullshit|asshole|arse|bastard|bitch|loser|pathetic|ashamed|ugly|suck|sucks|imbecile|fool|cretin|clown|dumbass|disgrace|wanker|jerk|scum'
const very =
  '(?:(?:such|so|a|an|the|total|totally|complete|completely|utter|utterly|really|pure|just|absolute|fucking|bloody|most|piece|of|heap)\\W+)*'
/** Said to the tool or whoever made it; `our list is garbage` is said of what is to be replaced. */
export const insults: readonly RegExp[] = [
  new RegExp(`\\b(?:you are|you're|u r|ur|you|your \\w+ (?:is|are))\\W+${very}(?:${foul})\\b`, 'iu'),
  new RegExp(
    `\\b(?:this|that) (?:tool|thing|program|app|software|bot|machine|site|page|ai) is\\W+${very}(?:${foul})\\b`,
    'iu',
  ),
  // Of nothing but names for whoever reads: `dumb bot`. What is thrown away (`junk`) is a trade.
  /^(?=.*\b(?:idiots?|morons?|stupid|dumb|useless|worthless|shit|bullshit|asshole|bastard|bitch|pathetic|imbecile|cretin|wanker|jerk|fuck\w*)\b)\W*(?:(?:idiots?|morons?|stupid|dumb|useless|worthless|shit|bullshit|asshole|bastard|bitch|pathetic|imbecile|cretin|wanker|jerk|fuck\w*|and|or|so|heap|piece|of|off|you|a|an|the|machine|bot|thing|tool|program|ai|computer|bloody|damn|garbage|junk|crap|questions|me|asking|stop)\b\W*)+$/iu,
  /\bhate (?:you|u|this tool|this thing)\b|\bshut (?:up|your)\b|\bget lost\b|\bgo to hell\b|\bf(?:uck|\*+\w*) (?:you|off)\b|\bfuck(?:ing)? (?:stupid|idiot|machine|bot)\b|\bscrew you\b|\bdrop dead\b|\bpiss off\b|\bkiss my\b|\bwhoever (?:built|made|wrote|programmed) (?:you|this)\b|\bstop asking me\b|\byou (?:guys |all )?are (?:the worst|awful|terrible|horrible)\b|^\W*(?:just )?go away\b|^\W*(?:this|that|it|you|u) (?:really )?sucks?\b/iu,
]

/** Asked of a helper for everything: no thing is kept, whatever it names. */
export const requests: readonly RegExp[] = [
  /^\W*(?:(?:please|can you|could you|would you|just|now)\s+)*(?:tell|write|sing|give|make|draw|compose|read|recite|show|send)\s+(?:me |us )?(?:an?|another|some|the)?\s*(?:\w+\s+){0,2}(?:jokes?|poems?|haikus?|story|stories|songs?|essays?|limericks?|riddles?|sonnets?|rap|pictures?)\b(?=\W*$|\s*[.!?,]|\s+(?:about|for me|on|please)\b)/iu,
  /^\W*(?:(?:please|can you|could you|would you)\s+)*(?:translate|summari[sz]e|calculate|compute|spell|explain|define|recommend|solve)\b(?=\s+(?:me|this|that|the|what|how|why|an?|some|\d|\x22)|.*\b(?:to|for) me\b)/iu,
  /^\W*(?:please\s+)?(?:tell me (?:something|about)|play (?:me |us )?(?:some music|music|a song))\b|^\W*i(?: am|'m) (?:(?:so|very|really|feeling)\s+)*(?:angry|sad|bored|tired|happy|hungry|lonely|mad)\b/iu,
  /^\W*knock[,\s]+knock\b|\bwho's there\b|\b\w+ who\?\s*$/iu,
]

/** Of verse: nobody says so of what is to be kept. */
export const verse =
  /\broses are red\b|\bviolets are blue\b|\btwinkle,? twinkle\b|\bonce upon a\b|\b(?:thee|thou|thine|hath|doth|o'er|whence|'twas|'tis|nevermore|alas|hark|forsooth|diverged)\b/iu

/** Greetings, thanks, small talk: a sentence of nothing else says nothing. */
export const smallTalk: ReadonlySet<string> = new Set(
  `hello hi hey hiya howdy greetings dear sir madam good morning afternoon evening night day bye goodbye cheers thanks thank thx ty please pls sorry ok okay yes no yeah yep nope sure lol haha hehe wow omg great nice cool fine lovely funny
   awesome amazing wonderful welcome everyone everybody all try love like you help hope well test testing sup yo mate buddy doing going what's up how regards wishes kind best lots very much really know think guess say said
   happy sad bored tired sleepy hungry feel feeling today tonight really hmm um uh blah yadda`.split(/\s+/),
)
